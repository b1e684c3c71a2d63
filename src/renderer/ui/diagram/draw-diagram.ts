import type { DiagramLook, DrawReport, DrawRequest } from './diagram-messages.ts';

// The script of the page that diagrams are drawn in, which stands in a frame without rights. Mermaid comes before
// it in the same script, see scripts/build-diagram-page.ts.

type Mermaid = {
  initialize(config: object): void;
  render(id: string, text: string): Promise<{ svg: string }>;
};

declare const mermaid: Mermaid;

/** What no diagram sets for itself. */
const secure = [
  'secure',
  'securityLevel',
  'startOnLoad',
  'maxTextSize',
  'maxEdges',
  'suppressErrorRendering',
  'htmlLabels',
  'theme',
  'themeCSS',
  'themeVariables',
  'darkMode',
  'fontFamily',
  'fontSize',
  'altFontFamily',
  'look',
  'handDrawnSeed',
];

window.addEventListener('message', ({ source, data }: MessageEvent<DrawRequest>) => {
  if (source === window.parent) void draw(data);
});
report({ type: 'ready' });

function report(said: DrawReport): void {
  // The page's origin is not this sandbox's to know.
  window.parent.postMessage(said, '*');
}

async function draw({ number, text, before, look }: DrawRequest): Promise<void> {
  try {
    document.documentElement.style.colorScheme = look.scheme;
    await loadFont(look);
    mermaid.initialize(configOf(look));
    const known = before === null ? null : await partsOf(before);
    const picture = await pictureOf(text);
    if (known !== null) markNew(picture, known, look);
    report({ type: 'drawn', number, ...takeSize(picture) });
  } catch {
    document.body.replaceChildren();
    report({ type: 'failed', number });
  }
}

/** A font from memory, since the policy lets none be loaded. */
async function loadFont({ font, fontFamily }: DiagramLook): Promise<void> {
  if (font === null || document.fonts.size > 0) return;
  const [name = ''] = fontFamily.split(',', 1);
  const face = new FontFace(name.replaceAll(/["']/g, '').trim(), font, { weight: '100 900' });
  document.fonts.add(await face.load());
}

/** Throws what Mermaid throws for a text that it can't draw. */
async function pictureOf(text: string): Promise<SVGSVGElement> {
  document.body.replaceChildren();
  const { svg } = await mermaid.render('diagram', text);
  document.body.innerHTML = svg;
  const picture = document.body.querySelector('svg');
  if (picture === null) throw new Error('Nothing was drawn');
  for (const link of picture.querySelectorAll('a')) link.replaceWith(...link.childNodes);
  return picture;
}

/** Has the picture fill its frame, and returns the size it was drawn in, in pixels. */
function takeSize(picture: SVGSVGElement): { width: number; height: number } {
  const { width, height } = picture.viewBox.baseVal ?? picture.getBoundingClientRect();
  if (!picture.hasAttribute('viewBox')) picture.setAttribute('viewBox', `0 0 ${width} ${height}`);
  for (const name of ['width', 'height', 'style']) picture.removeAttribute(name);
  return { width: Math.ceil(width), height: Math.ceil(height) };
}

const parts = '.node, .cluster, .edgePaths > path, .edgeLabel, .actor, .messageText, .statediagram-state';

/** What a part is called, whatever place it has in its picture. */
function nameOf(part: Element): string {
  return part.matches('path') ? (part.getAttribute('data-id') ?? '') : (part.textContent ?? '').trim();
}

/** The names of the parts of a version before; null where that can't be drawn. */
async function partsOf(text: string): Promise<ReadonlySet<string> | null> {
  try {
    return new Set(Array.from((await pictureOf(text)).querySelectorAll(parts), nameOf));
  } catch {
    return null;
  }
}

function markNew(picture: SVGSVGElement, known: ReadonlySet<string>, { colours }: DiagramLook): void {
  for (const part of picture.querySelectorAll(parts)) {
    const name = nameOf(part);
    if (name === '' || known.has(name)) continue;
    for (const shape of [part, ...part.querySelectorAll('rect, polygon, circle, ellipse, path')]) {
      if (!(shape instanceof SVGGeometryElement)) continue;
      shape.style.setProperty('stroke', colours.added, 'important');
      if (shape !== part) shape.style.setProperty('fill', colours.addedFill, 'important');
    }
  }
}

function configOf(look: DiagramLook): object {
  const { scheme, fontFamily, fontSize } = look;
  return {
    secure,
    securityLevel: 'strict',
    startOnLoad: false,
    maxEdges: 200,
    suppressErrorRendering: true,
    htmlLabels: false,
    theme: 'base',
    look: 'classic',
    darkMode: scheme === 'dark',
    fontFamily,
    fontSize,
    themeVariables: {
      darkMode: scheme === 'dark',
      fontFamily,
      fontSize: `${fontSize}px`,
      ...variablesOf(look),
    },
    themeCSS: '.node rect, .cluster rect, rect.actor { rx: 8px; ry: 8px; }',
    flowchart: { htmlLabels: false, padding: 12 },
    sequence: { mirrorActors: false },
  };
}

function variablesOf({ colours, series }: DiagramLook): Record<string, string> {
  const { ground, fill, ink, quiet, edge, line, onSeries } = colours;
  return {
    background: ground,
    primaryColor: fill,
    primaryTextColor: ink,
    primaryBorderColor: edge,
    secondaryColor: fill,
    secondaryTextColor: ink,
    secondaryBorderColor: edge,
    tertiaryColor: ground,
    tertiaryTextColor: ink,
    tertiaryBorderColor: edge,
    mainBkg: fill,
    nodeBorder: edge,
    clusterBkg: ground,
    clusterBorder: edge,
    lineColor: line,
    textColor: ink,
    titleColor: ink,
    edgeLabelBackground: ground,
    noteBkgColor: fill,
    noteTextColor: ink,
    noteBorderColor: edge,
    labelBoxBkgColor: fill,
    labelBoxBorderColor: edge,
    actorLineColor: edge,
    activationBkgColor: fill,
    activationBorderColor: edge,
    sequenceNumberColor: ground,
    sectionBkgColor: fill,
    altSectionBkgColor: ground,
    gridColor: edge,
    taskTextColor: ink,
    taskTextOutsideColor: quiet,
    pieTitleTextColor: ink,
    pieSectionTextColor: onSeries,
    pieLegendTextColor: ink,
    pieStrokeColor: ground,
    pieOuterStrokeColor: ground,
    pieOpacity: '1',
    ...Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => series[index % series.length] ?? fill).flatMap(
        (colour, index) => [
          [`pie${index + 1}`, colour],
          [`git${index}`, colour],
          [`gitInv${index}`, colour],
          [`gitBranchLabel${index}`, onSeries],
          [`cScale${index}`, colour],
          [`cScaleLabel${index}`, onSeries],
        ],
      ),
    ),
  };
}
