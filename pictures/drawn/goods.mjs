/** The goods in lines, in millimetres, standing on 0 with their middle at 0: the outlines are those of `vessels.py`. */
import { circle, colours, downwards, line, oval, rect, wash, words } from './ink.mjs'

export const tints = {
  oil: '#EAC98A',
  frost: '#CFDDD5',
  rose: '#EFCFC7',
  cream: '#EADFC9',
  sky: '#D3DEE6',
  lotion: '#CBE0D0',
  wood: '#E2C296',
  brass: '#DCC493',
  indigo: '#5B7191',
  paper: '#FBF8F1',
  dark: '#4A423B',
}

/** A turned body of half a profile: (radius, height, rounding) from its foot to its rim, mirrored. */
const turned = (profile, unit) => {
  const half = profile.map(([r, z, round = 0]) => [r * unit, -z * unit, round * unit])
  const toward = ([x1, y1], [x2, y2], far) => {
    const length = Math.hypot(x2 - x1, y2 - y1)
    const part = Math.min(far, length * 0.49) / length
    return [x1 + (x2 - x1) * part, y1 + (y2 - y1) * part]
  }
  const n = (value) => Math.round(value * 100) / 100
  const side = (points) =>
    points
      .map((here, i) => {
        if (!here[2] || i === 0 || i === points.length - 1) return `L${n(here[0])} ${n(here[1])}`
        const from = toward(here, points[i - 1], here[2])
        const to = toward(here, points[i + 1], here[2])
        return `L${n(from[0])} ${n(from[1])}Q${n(here[0])} ${n(here[1])} ${n(to[0])} ${n(to[1])}`
      })
      .join('')
  const left = half.toReversed().map(([x, y, round]) => [-x, y, round])
  return `M${n(half[0][0])} ${n(half[0][1])}${side(half)}${side(left)}Z`
}

const label = (unit, z, width, height, name, strip) => {
  const [w, h] = [width * unit, height * unit]
  const size = Math.min((h * 0.62) / name.length / 1.08, w * 0.34)
  return [
    line(rect(-w / 2, -z * unit - h, w, h, 0.3), { tint: tints.paper, fine: true }),
    wash(rect(-w / 2, -z * unit - h * 0.06, w, h * 0.06), strip),
    downwards(0, -z * unit - h * 0.82, name, { size, spacing: 0.06, weight: 500 }),
  ]
}

const OIL = [
  [0.38, 0.02, 0.03],
  [0.44, 0, 0.05],
  [0.46, 0.06, 0.06],
  [0.46, 1.18, 0.2],
  [0.2, 1.34, 0.14],
  [0.17, 1.42],
]
/** `unit`: 45 for 60 mL, 36 for 30 mL. */
export const oil = (unit = 36, { name = 'しずく' } = {}) => [
  line(turned(OIL, unit), { tint: tints.oil }),
  label(unit, 0.2, 0.62, 0.78, name, '#A4303F'),
  line(rect(-0.215 * unit, -1.65 * unit, 0.43 * unit, 0.25 * unit, 0.6), { tint: tints.brass }),
  line(
    turned(
      [
        [0.15, 1.65],
        [0.135, 1.8, 0.1],
        [0.15, 1.9, 0.1],
        [0.14, 2.06, 0.13],
        [0, 2.08],
      ],
      unit,
    ),
    { tint: tints.dark },
  ),
]

const soft = (radius, height) => [
  [radius * 0.84, 0.03, 0.03],
  [radius * 0.95, 0, 0.05],
  [radius, 0.07, 0.09],
  [radius, height, radius * 0.42],
  [0.24, height + 0.1, 0.08],
  [0.2, height + 0.16],
]
export const shampoo300 = (unit = 76) => [
  line(turned(soft(0.42, 1.12), unit), { tint: tints.frost }),
  label(unit, 0.17, 0.47, 0.74, '泡紬', '#8FA9A2'),
  line(rect(-0.26 * unit, -1.55 * unit, 0.52 * unit, 0.3 * unit, 1.2), { tint: tints.brass }),
]
/** `unit`: 65 for 500 g, 52 for 250 g. */
export const treatment = (unit = 65) => [
  line(turned(soft(0.56, 1.95), unit), { tint: tints.rose }),
  label(unit, 0.28, 0.7, 1.3, '絹衣', '#D79C95'),
  line(rect(-0.33 * unit, -2.6 * unit, 0.66 * unit, 0.52 * unit, 1.5), { tint: tints.wood }),
]
export const jar = (unit = 53) => [
  line(
    turned(
      [
        [0.78, 0.06, 0.04],
        [0.86, 0, 0.06],
        [0.9, 0.08, 0.1],
        [0.9, 0.56, 0.12],
        [0.8, 0.64, 0.04],
        [0.78, 0.68],
      ],
      unit,
    ),
    {
      tint: tints.cream,
    },
  ),
  line(rect(-0.62 * unit, -0.52 * unit, 1.24 * unit, 0.42 * unit, 0.4), { tint: tints.paper, fine: true }),
  wash(rect(-0.62 * unit, -0.13 * unit, 1.24 * unit, 0.03 * unit), '#B59A6A'),
  words(0, -0.25 * unit, '艶籠り', { size: 0.2 * unit, anchor: 'middle', weight: 500 }),
  line(rect(-0.85 * unit, -0.88 * unit, 1.7 * unit, 0.22 * unit, 2), { tint: tints.wood }),
]
export const milk = (unit = 51) => [
  line(
    turned(
      [
        [0.42, 0.03, 0.03],
        [0.5, 0, 0.06],
        [0.57, 0.12, 0.16],
        [0.57, 0.98, 0.5],
        [0.26, 1.36, 0.16],
        [0.22, 1.42],
      ],
      unit,
    ),
    {
      tint: tints.sky,
    },
  ),
  label(unit, 0.2, 0.54, 0.7, '朝凪', '#9DB4C6'),
  line(rect(-0.28 * unit, -1.76 * unit, 0.56 * unit, 0.36 * unit, 1.4), { tint: tints.brass }),
]
export const lotion = (unit = 67) => [
  line(
    turned(
      [
        [0.26, 0.03, 0.02],
        [0.32, 0, 0.04],
        [0.34, 0.06, 0.05],
        [0.34, 1.85, 0.18],
        [0.19, 2, 0.08],
        [0.15, 2.1],
      ],
      unit,
    ),
    {
      tint: tints.lotion,
    },
  ),
  label(unit, 0.25, 0.44, 1.2, '地肌水', '#2F5D50'),
  line(
    turned(
      [
        [0.13, 2.3],
        [0.12, 2.36, 0.04],
        [0.055, 2.48, 0.1],
        [0.03, 2.76, 0.03],
        [0, 2.8],
      ],
      unit,
    ),
    { tint: tints.paper },
  ),
  line(rect(-0.2 * unit, -2.3 * unit, 0.4 * unit, 0.2 * unit, 0.8), { tint: tints.brass }),
]

/** The comb, teeth down, 120 wide: `teeth` between its two guards. */
export const comb = ({ teeth = 46, width = 120 } = {}) => {
  const [height, half, guard] = [width * 0.4, width / 2, width * 0.05]
  const top = (x) => -height * (0.54 + 0.46 * Math.max(0, 1 - Math.min(1, Math.abs(x) / half) ** 2.3) ** 0.55)
  const root = (x) => -height * (0.5 + 0.07 * (1 - (x / half) ** 2))
  const pitch = (width - 2 * guard) / (teeth + (teeth + 1) * 0.72)
  let outline = `M${-half} 0`
  for (let n = 0; n <= 60; n++)
    outline += `L${(-half + (width * n) / 60).toFixed(2)} ${top(-half + (width * n) / 60).toFixed(2)}`
  outline += `L${half} ${top(half).toFixed(2)}L${half - 0.8} 0H${(half - guard * 0.7).toFixed(2)}`
  let x = half - guard
  outline += `L${x.toFixed(2)} ${root(x).toFixed(2)}`
  for (let n = 0; n < teeth; n++) {
    const gap = x - pitch * 0.72
    const next = gap - pitch
    const [a, b] = [gap - pitch * 0.1, next + pitch * 0.1]
    outline += `H${gap.toFixed(2)}L${a.toFixed(2)} ${(-0.8).toFixed(2)}Q${((a + b) / 2).toFixed(2)} 0.6 ${b.toFixed(2)} -0.8L${next.toFixed(2)} ${root(next).toFixed(2)}`
    x = next
  }
  outline += `H${(-half + guard).toFixed(2)}L${(-half + guard * 0.7).toFixed(2)} 0Z`
  return [
    `<path d="${outline}" fill="${tints.wood}" stroke="${colours.ink}" stroke-width=".9" vector-effect="non-scaling-stroke"/>`,
    words(0, -height * 0.74, '椿野', { size: width * 0.075, anchor: 'middle', weight: 500 }),
  ]
}

/** The brush seen from its back, handle down, 220 high, standing on 0. */
export const brushBack = () => [
  line(
    'M0 0C6 0 8 -2 8 -8C8 -34 11 -50 11 -70C11 -86 8 -96 8 -106C8 -116 14 -120 22 -128C32 -138 35 -154 35 -168C35 -200 22 -220 0 -220C-22 -220 -35 -200 -35 -168C-35 -154 -32 -138 -22 -128C-14 -120 -8 -116 -8 -106C-8 -96 -11 -86 -11 -70C-11 -50 -8 -34 -8 -8C-8 -2 -6 0 0 0Z',
    { tint: tints.wood },
  ),
  downwards(0, -186, '椿野', { size: 11, spacing: 0.1, weight: 500 }),
  line('M-24 -150C-22 -190 -14 -206 -4 -210M26 -172C26 -190 20 -204 12 -210', { fine: true, colour: '#9B7443' }),
]

export const sachet = (name, tint, strip, w = 65, h = 85) => [
  line(rect(-w / 2, -h, w, h, 1.5), { tint }),
  line(`M${-w / 2} ${-h + 7}H${w / 2}M${-w / 2} -7H${w / 2}`, { fine: true }),
  wash(rect(-w / 2 + 0.6, -6.6, w - 1.2, 3), strip),
  downwards(0, -h * 0.72, name, { size: w * 0.2, spacing: 0.08, weight: 500 }),
]
export const refill = (unit = 74) => {
  const [w, h] = [1.62 * unit, 2.2 * unit]
  return [
    line(`M${w * 0.34} ${-h * 0.945}L${w * 0.4} ${-h * 1.03}L${w * 0.5} ${-h * 0.985}L${w * 0.44} ${-h * 0.9}Z`, {
      tint: tints.paper,
    }),
    line(
      `M${-w * 0.47} 0C${-w * 0.49} ${-h * 0.1} ${-w / 2} ${-h * 0.2} ${-w / 2} ${-h}H${w * 0.26}L${w / 2} ${-h * 0.85}C${w / 2} ${-h * 0.2} ${w * 0.49} ${-h * 0.1} ${w * 0.47} 0C${w * 0.2} ${h * 0.025} ${-w * 0.2} ${h * 0.025} ${-w * 0.47} 0Z`,
      { tint: '#DDE7DF' },
    ),
    line(
      `M${-w * 0.485} ${-h * 0.14}C${-w * 0.2} ${-h * 0.2} ${w * 0.2} ${-h * 0.2} ${w * 0.485} ${-h * 0.14}M${-w / 2} ${-h * 0.95}H${w * 0.34}`,
      { fine: true },
    ),
    downwards(0, -h * 0.74, '泡紬', { size: w * 0.2, spacing: 0.1, weight: 500 }),
    words(0, -h * 0.26, '300 mL', { size: w * 0.075, anchor: 'middle' }),
  ]
}
/** A bar of soap from its front, 75 × 50. */
export const soap = () => [
  line(rect(-37.5, -50, 75, 50, 11), { tint: '#F3E8CC' }),
  line(rect(-31, -44, 62, 38, 5), { fine: true, colour: '#BFA777' }),
  mark(-12, -25, 11, '#A98D5B'),
  downwards(13, -37, '椿野', { size: 11.5, spacing: 0.08, colour: '#A98D5B', weight: 500 }),
]
export const tea = (unit = 57) => [
  line(rect(-0.53 * unit, -1.04 * unit, 1.06 * unit, 1.04 * unit, 1), { tint: '#A9BDA6' }),
  line(rect(-0.545 * unit, -1.45 * unit, 1.09 * unit, 0.41 * unit, 2), { tint: tints.wood }),
  label(unit, 0.1, 0.55, 0.82, '椿の葉茶', '#2F5D50'),
]
/** The house's mark: a camellia of five petals. */
export const mark = (x, y, r, colour = colours.ink) =>
  [0, 72, 144, 216, 288]
    .map(
      (turn) =>
        `<g transform="rotate(${turn} ${x} ${y})">${line(circle(x, y - r * 0.52, r * 0.46), { fine: true, colour })}</g>`,
    )
    .join('') + line(circle(x, y, r * 0.26), { fine: true, colour, tint: 'none' })

/** 五百円玉: 26.5 across, standing. */
export const coin = (value = '500') => {
  const r = value === '10' ? 11.75 : 13.25
  return [
    line(circle(0, -r, r), { tint: value === '10' ? '#DDB48C' : '#E7DFC9' }),
    line(circle(0, -r, r * 0.9), { fine: true, colour: colours.muted }),
    words(0, -r * 0.66, value, { size: r * (value === '10' ? 1.05 : 0.86), anchor: 'middle', weight: 500 }),
  ]
}
/** A telephone, 71 × 147. */
export const phone = () => [
  line(rect(-35.5, -147, 71, 147, 9), { tint: '#EEE8DB' }),
  line(rect(-32, -143, 64, 139, 6), { fine: true, colour: colours.muted }),
  line('M-8 -138H8', { fine: true, colour: colours.muted }),
]
export const cup = () => [
  line('M-34 -42C-33 -20 -24 -8 -14 -5V0H14V-5C24 -8 33 -20 34 -42Z', { tint: tints.paper }),
  line(oval(0, -42, 34, 6), { tint: tints.paper }),
  line(oval(0, -40.6, 29, 4), { tint: '#D9B878', fine: true }),
]
