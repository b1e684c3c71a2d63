import type { Environment } from './command-environment.ts';

/**
 * Returns the encoding that text on this machine most likely has where it is not UTF-8, by its name in the Encoding
 * Standard: the one that the locale names (`de_DE.ISO-8859-1`), else the one that was usual for its language.
 */
export function likelyEncoding(env: Environment): string {
  const locale =
    env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || Intl.DateTimeFormat().resolvedOptions().locale;
  const [, language = '', territory = '', charset = '', variant = ''] =
    /^([a-z]*)[_-]?([a-z]*)[^.@]*(?:\.([^@]*))?(?:@(.*))?$/i.exec(locale) ?? [];
  const named = encodingNamed(charset === '' && variant === 'euro' ? 'iso-8859-15' : charset);
  if (named !== undefined && named !== 'utf-8') return named;
  const known = usual.get(`${language}-${territory}`.toLowerCase()) ?? usual.get(language.toLowerCase());
  return known ?? 'windows-1252';
}

/** Locales write `eucJP` where the standard has `euc-jp`. */
function encodingNamed(charset: string): string | undefined {
  try {
    return new TextDecoder(charset.replace(/^euc(?=[a-z])/i, 'euc-')).encoding;
  } catch {
    return undefined;
  }
}

/** Encodings by language that are not windows-1252: HTML Standard, 13.2.3.2, the last step of determining one. */
const usual: ReadonlyMap<string, string> = new Map([
  ['ar', 'windows-1256'],
  ['az', 'windows-1254'],
  ['ba', 'windows-1251'],
  ['be', 'windows-1251'],
  ['bg', 'windows-1251'],
  ['cs', 'windows-1250'],
  ['el', 'iso-8859-7'],
  ['et', 'windows-1257'],
  ['fa', 'windows-1256'],
  ['he', 'windows-1255'],
  ['hr', 'windows-1250'],
  ['hu', 'iso-8859-2'],
  ['ja', 'shift_jis'],
  ['kk', 'windows-1251'],
  ['ko', 'euc-kr'],
  ['ku', 'windows-1254'],
  ['ky', 'windows-1251'],
  ['lt', 'windows-1257'],
  ['lv', 'windows-1257'],
  ['mk', 'windows-1251'],
  ['pl', 'iso-8859-2'],
  ['ru', 'windows-1251'],
  ['sk', 'windows-1250'],
  ['sl', 'iso-8859-2'],
  ['sr', 'windows-1251'],
  ['th', 'windows-874'],
  ['tr', 'windows-1254'],
  ['uk', 'windows-1251'],
  ['vi', 'windows-1258'],
  ['zh', 'gbk'],
  ['zh-hk', 'big5'],
  ['zh-tw', 'big5'],
]);
