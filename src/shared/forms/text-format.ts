import type { TextFormat } from './form-field.ts';

const email = /^[^\s@<>()[\],;:\\"]+@[^\s@<>()[\],;:\\"]+$/u;
const uri = /^[a-z][a-z\d+.-]*:[^\s<>"{}|\\^`]+$/iu;
const date = /^(\d{4})-(\d{2})-(\d{2})$/u;
const dateTime = /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:[Zz]|[+-](\d{2}):(\d{2}))$/u;

/** Returns whether a text is of a format, as RFC 3986 and RFC 3339 have them. */
export function isOfFormat(format: TextFormat, text: string): boolean {
  switch (format) {
    case 'email':
      return email.test(text);
    case 'uri':
      return uri.test(text);
    case 'date':
      return isDate(text);
    case 'date-time': {
      const [, day = '', hour, minute, second, offsetHour = 0, offsetMinute = 0] = dateTime.exec(text) ?? [];
      const inDay = Number(hour) < 24 && Number(minute) < 60 && Number(second) <= 60;
      return inDay && Number(offsetHour) < 24 && Number(offsetMinute) < 60 && isDate(day);
    }
  }
}

/** A month's last day is that of the day 0 of the next. */
function isDate(text: string): boolean {
  const [, year, month, day] = (date.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  const last = new Date(Date.UTC(2000, month, 0));
  last.setUTCFullYear(year, month, 0);
  return month >= 1 && month <= 12 && day >= 1 && day <= last.getUTCDate();
}
