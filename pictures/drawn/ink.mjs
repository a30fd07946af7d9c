/** The pen of the drawn pages: what it writes and draws, as SVG. A page is 400 × 500; on a phone that is about its own size. */

export const colours = { paper: '#F5F1E8', ink: '#2E2A25', muted: '#6B675F', brass: '#A98D5B', sand: '#E4D9C6' }

/** A line; `tint` fills it. `fine` is for what lies inside of an outline. */
export const line = (d, { tint = 'none', fine = false, colour = colours.ink } = {}) =>
  `<path d="${d}" fill="${tint}" stroke="${colour}" stroke-width="${fine ? 0.75 : 1.15}" vector-effect="non-scaling-stroke"/>`

/** A patch of colour without an outline. */
export const wash = (d, tint) => `<path d="${d}" fill="${tint}" stroke="none"/>`

export const circle = (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`
export const oval = (x, y, rx, ry) => `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0Z`
export const rect = (x, y, w, h, r = 0) =>
  `M${x + r} ${y}h${w - 2 * r}q${r} 0 ${r} ${r}v${h - 2 * r}q0 ${r} ${-r} ${r}h${2 * r - w}q${-r} 0 ${-r} ${-r}v${2 * r - h}q0 ${-r} ${r} ${-r}Z`

/** Moved, turned (degrees) and made larger. */
export const at = (x, y, drawn, { scale = 1, turn = 0 } = {}) =>
  `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})">${[drawn].flat(9).join('')}</g>`

/** Lines of words, each 1.7 of its size below the other; `anchor` is start, middle or end. */
export const words = (
  x,
  y,
  lines,
  { size = 14, anchor = 'start', colour = colours.ink, leading = 1.7, weight = 400 } = {},
) =>
  [lines]
    .flat()
    .map(
      (each, n) =>
        `<text x="${x}" y="${y + n * size * leading}" font-size="${size}" text-anchor="${anchor}" fill="${colour}" font-weight="${weight}">${each}</text>`,
    )
    .join('')

/** Words that run downwards from their upper end. */
export const downwards = (x, y, text, { size = 22, colour = colours.ink, spacing = 0.16, weight = 400 } = {}) =>
  `<text x="${x}" y="${y}" font-size="${size}" fill="${colour}" font-weight="${weight}" style="writing-mode: vertical-rl; letter-spacing: ${spacing}em">${text}</text>`

/** How long something is: a hairline with a stroke at each end. Upright where both `x` are one. */
export const measure = (x1, y1, x2, y2) => {
  const [dx, dy] = x1 === x2 ? [4, 0] : [0, 4]
  return line(
    `M${x1} ${y1}L${x2} ${y2}M${x1 - dx} ${y1 - dy}L${x1 + dx} ${y1 + dy}M${x2 - dx} ${y2 - dy}L${x2 + dx} ${y2 + dy}`,
    { colour: colours.brass, fine: true },
  )
}

/** What stands at the right of every page: its title, and a smaller line beside it. */
const head = (title, beside) => [
  downwards(352, 42, title),
  beside ? downwards(322, 48, beside, { size: 13.5, colour: colours.muted, spacing: 0.14 }) : '',
]

/** A page. What is in `body` keeps clear of the lower 60, where a phone shows which picture it is. */
export const page = (title, body, { beside = '' } = {}) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 500" width="400" height="500" font-family="'Noto Serif CJK JP', serif" style="font-feature-settings: 'palt'" stroke-linecap="round" stroke-linejoin="round"><rect width="400" height="500" fill="${colours.paper}"/>${[head(title, beside), body].flat(9).join('')}</svg>`
