/** Hands, heads and hair, as quiet silhouettes: nobody in particular. */
import { circle, colours, line, oval, wash } from './ink.mjs'

let number = 0
/** What lies in it flows together where it touches, as fingers do at the palm. */
const joined = (drawn, soft = 2.2) => {
  const id = `joined-${number++}`
  return `<filter id="${id}" x="-20%" y="-20%" width="140%" height="140%" color-interpolation-filters="sRGB"><feGaussianBlur stdDeviation="${soft}"/><feComponentTransfer><feFuncA type="linear" slope="14" intercept="-6.5"/></feComponentTransfer></filter><g filter="url(#${id})">${[drawn].flat(9).join('')}</g>`
}
/** From a thick to a thin end, both round. */
const limb = (x1, y1, r1, x2, y2, r2, tint) => {
  const length = Math.hypot(x2 - x1, y2 - y1)
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length]
  const p = (x, y, r, side) => `${(x - uy * r * side).toFixed(2)} ${(y + ux * r * side).toFixed(2)}`
  return wash(
    `M${p(x1, y1, r1, 1)}L${p(x2, y2, r2, 1)}L${p(x2, y2, r2, -1)}L${p(x1, y1, r1, -1)}Z${circle(x1, y1, r1)}${circle(x2, y2, r2)}`,
    tint,
  )
}
const chain = (points, tint) =>
  points.slice(1).map(([x, y, r], n) => limb(points[n][0], points[n][1], points[n][2], x, y, r, tint))

/** An open left palm, fingers up, about 70 wide and 110 high; its middle at 0. */
export const palm = (tint = '#E3D3BD') => [
  joined([
    wash('M-22 2C-24 -12 -16 -16 0 -16C16 -16 23 -12 22 4C21 20 17 34 14 46H-13C-15 38 -20 18 -22 2Z', tint),
    chain(
      [
        [-17, -8, 6.2],
        [-21.5, -28, 5.6],
        [-24, -43, 4.5],
      ],
      tint,
    ),
    chain(
      [
        [-6, -12, 6.6],
        [-7.5, -36, 6],
        [-8, -56, 4.8],
      ],
      tint,
    ),
    chain(
      [
        [6, -12, 6.6],
        [7.5, -38, 6],
        [8.5, -59, 4.8],
      ],
      tint,
    ),
    chain(
      [
        [16.5, -8, 6.3],
        [21, -32, 5.7],
        [23.5, -49, 4.6],
      ],
      tint,
    ),
    chain(
      [
        [11, 22, 11],
        [25, 6, 8],
        [36, -8, 6],
        [42, -20, 5],
      ],
      tint,
    ),
    chain(
      [
        [0, 40, 13.4],
        [0, 52, 12.8],
      ],
      tint,
    ),
  ]),
  line('M15 -2C6 2 4 14 7 30M-18 -1C-8 4 6 0 12 -8M-17 10C-8 12 0 12 7 20', { fine: true, colour: '#B7A083' }),
]

/** Long hair from behind, 84 wide and 108 high, its middle at 0; `patch` colours a part of it: tips, middle or roots. */
export const longHair = ({ patch, tint = '#E9C98C', shoulders = true } = {}) => {
  const outline =
    'M0 -54C-18 -54 -29 -43 -29 -27C-29 -12 -25 -4 -26.5 8C-28 22 -33 30 -35 46C-30 50 -26 47 -22 51C-15 55 -9 50 0 53C9 50 15 55 22 51C26 47 30 50 35 46C33 30 28 22 26.5 8C25 -4 29 -12 29 -27C29 -43 18 -54 0 -54Z'
  const id = `hair-${number++}`
  const [from, to] = { tips: [18, 60], middle: [-16, 20], roots: [-60, -14] }[patch] ?? [0, 0]
  const strands = Array.from({ length: 13 }, (_, n) => {
    const s = (n - 6) / 6
    return `M${(s * 6).toFixed(1)} ${(-50 + s * s * 3).toFixed(1)}C${(s * 27).toFixed(1)} -40 ${(s * 16).toFixed(1)} 0 ${(s * 30 + Math.sin(n * 2) * 1.4).toFixed(1)} ${46 - Math.abs(Math.sin(n * 3.1)) * 7}`
  }).join('')
  return [
    shoulders ? line('M-54 56C-48 48 -34 44 -22 40H22C34 44 48 48 54 56') : '',
    line(outline, { tint: '#5A4B40' }),
    patch
      ? `<clipPath id="${id}"><path d="${outline}"/></clipPath><g clip-path="url(#${id})"><linearGradient id="${id}-g" x1="0" x2="0" y1="0" y2="1"><stop offset="0" stop-color="${tint}" stop-opacity="${patch === 'roots' ? 1 : 0}"/><stop offset=".35" stop-color="${tint}" stop-opacity="1"/><stop offset=".7" stop-color="${tint}" stop-opacity="1"/><stop offset="1" stop-color="${tint}" stop-opacity="${patch === 'tips' ? 1 : 0}"/></linearGradient><rect x="-40" y="${from}" width="80" height="${to - from}" fill="url(#${id}-g)" opacity=".86"/></g>`
      : '',
    line(strands, { fine: true, colour: '#2E2A25' }),
    line(outline),
  ]
}

/** A head in a towel, seen from behind. */
export const turban = (tint = '#FBF8F1') => [
  line('M-30 62C-28 46 -18 42 -14 34H14C18 42 28 46 30 62', { tint: '#E9DCC8' }),
  line('M-20 36C-34 24 -38 -4 -24 -26C-12 -46 20 -50 32 -28C42 -8 34 20 20 36C8 42 -8 42 -20 36Z', { tint }),
  line('M-20 36C-10 16 16 -6 34 -18M-33 14C-16 2 12 -24 24 -38M-34 -4C-22 -14 -2 -32 4 -42', { fine: true }),
  line('M20 36C14 24 4 16 -4 10', { fine: true }),
]

/** A head from above, its nose up: the parting from the hairline to the crown, and where to touch it. */
export const crown = (dots = []) => [
  line('M-66 34C-62 6 -30 2 0 2C30 2 62 6 66 34C50 46 -50 46 -66 34Z', { tint: colours.sand }),
  line('M-5 -45C-3 -53 3 -53 5 -45Z', { tint: '#EBDCC6' }),
  line('M-34 -14C-41 -16 -42 -2 -35 0M34 -14C41 -16 42 -2 35 0', { tint: '#EBDCC6' }),
  line(oval(0, -4, 35, 42), { tint: '#5A4B40' }),
  line(
    `${[-36, -26, -15, -4, 7]
      .map(
        (y, n) =>
          `M-1.6 ${y}Q${-20 - n} ${y + 1} ${-26 - n * 1.2} ${y + 17 + n * 2}M1.6 ${y}Q${20 + n} ${y + 1} ${26 + n * 1.2} ${y + 17 + n * 2}`,
      )
      .join('')}M0 12Q-12 18 -16 30M0 12Q12 18 16 30M0 12V34`,
    { fine: true, colour: '#8C7967' },
  ),
  line('M0 -44V12', { colour: '#F1E6D4' }),
  dots.map((y) => line(circle(0, y, 3.8), { tint: '#CBE0D0' })),
]
