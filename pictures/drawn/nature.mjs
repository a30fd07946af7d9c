/** What the goods are made of, each about 60 high around its middle. */
import { at, circle, colours, line, wash } from './ink.mjs'

const green = '#BFD0B6'

export const leaf = ({ length = 60, tint = green } = {}) => {
  const half = length / 2
  const vein = [-0.55, -0.25, 0.05, 0.35]
    .map(
      (t) =>
        `M${t * half} 0Q${(t + 0.16) * half} ${-half * 0.16} ${(t + 0.26) * half} ${-half * 0.3 * (1 - t * t * 0.8)}M${t * half} 0Q${(t + 0.16) * half} ${half * 0.16} ${(t + 0.26) * half} ${half * 0.3 * (1 - t * t * 0.8)}`,
    )
    .join('')
  return [
    line(
      `M${-half} 0C${-half * 0.5} ${-half * 0.62} ${half * 0.42} ${-half * 0.56} ${half} 0C${half * 0.42} ${half * 0.56} ${-half * 0.5} ${half * 0.62} ${-half} 0Z`,
      { tint },
    ),
    line(`M${-half - 9} 2Q${-half} 0 ${half * 0.9} 0`),
    line(vein, { fine: true }),
  ]
}

/** Seeds of the camellia: wedges with one round side. */
export const seed = (turn = 0, scale = 1) =>
  at(
    0,
    0,
    [
      line('M-13 7C-15 -6 -6 -14 3 -13C12 -12 16 -3 13 7C6 11 -6 11 -13 7Z', { tint: '#6B4E38' }),
      line('M-9 3C-9 -4 -4 -9 1 -9', { fine: true, colour: '#D9C3A4' }),
    ],
    { turn, scale },
  )
export const seeds = () => [at(-20, 12, seed(8, 1.15)), at(16, 16, seed(-24, 1.1)), at(-2, -14, seed(40, 1.2))]

export const camellia = ({ r = 34, tint = '#D9A3A0' } = {}) => [
  [0, 72, 144, 216, 288].map((turn) =>
    at(
      0,
      0,
      [
        line(
          `M0 ${-r * 0.1}C${-r * 0.72} ${-r * 0.25} ${-r * 0.72} ${-r * 1.02} ${-r * 0.1} ${-r}Q0 ${-r * 0.94} ${r * 0.1} ${-r}C${r * 0.72} ${-r * 1.02} ${r * 0.72} ${-r * 0.25} 0 ${-r * 0.1}Z`,
          { tint },
        ),
        line(
          `M0 ${-r * 0.5}V${-r * 0.78}M${-r * 0.2} ${-r * 0.5}L${-r * 0.27} ${-r * 0.72}M${r * 0.2} ${-r * 0.5}L${r * 0.27} ${-r * 0.72}`,
          { fine: true },
        ),
      ],
      { turn },
    ),
  ),
  line(circle(0, 0, r * 0.3), { tint: '#EBD49A' }),
  Array.from({ length: 12 }, (_, n) =>
    wash(circle(Math.cos(n * 0.524) * r * 0.2, Math.sin(n * 0.524) * r * 0.2, r * 0.035), '#A5762E'),
  ),
  wash(circle(0, 0, r * 0.04), '#A5762E'),
]

export const cocoon = () => [
  at(
    -12,
    8,
    [
      line('M-25 0C-25 -17 -9 -16 0 -13C9 -16 25 -17 25 0C25 17 9 16 0 13C-9 16 -25 17 -25 0Z', { tint: '#FBF8F1' }),
      line('M-17 -8Q-4 -2 12 -10M-20 1Q0 7 19 -1M-14 9Q2 12 15 7', { fine: true, colour: colours.muted }),
    ],
    { turn: -16 },
  ),
  line('M10 -8C24 -14 16 -26 28 -28C38 -30 36 -16 28 -18', { fine: true }),
]

export const shea = () => [
  line('M-2 -26C16 -24 25 -8 20 8C16 22 0 28 -12 22C-26 14 -26 -4 -19 -14C-14 -21 -9 -26 -2 -26Z', { tint: '#C79F79' }),
  line('M-10 18C-16 4 -14 -10 -4 -20', { fine: true }),
  line('M-4 21C-9 8 -7 -8 2 -20', { fine: true }),
]

export const wool = () => [
  line(
    'M-26 8C-34 2 -30 -10 -21 -9C-22 -20 -8 -25 -2 -17C4 -26 19 -22 18 -12C28 -14 34 -2 26 5C31 14 20 22 12 17C6 25 -8 24 -11 17C-20 22 -30 17 -26 8Z',
    { tint: '#FBF8F1' },
  ),
  line(
    'M-14 -2C-10 -9 -3 -4 -7 1C-10 4 -14 1 -12 -2M6 -6C12 -10 16 -3 11 0C8 2 5 -1 7 -4M-2 9C3 5 9 10 4 14C1 16 -2 13 0 10',
    { fine: true, colour: colours.muted },
  ),
]

export const beet = () => [
  line('M-20 -2C-22 -16 22 -16 20 -2C18 14 6 18 1 34C-4 18 -18 14 -20 -2Z', { tint: '#F3EBDC' }),
  line('M-12 8H-4M4 14H11M-8 18H2', { fine: true, colour: colours.muted }),
  at(-7, -22, leaf({ length: 26 }), { turn: -112 }),
  at(8, -22, leaf({ length: 28 }), { turn: -66 }),
]

export const cotton = () => [
  line('M0 34C2 26 0 20 0 16'),
  line('M-20 10C-31 4 -27 -13 -16 -13C-16 -26 0 -29 3 -20C13 -28 26 -18 20 -7C29 -1 25 13 14 13C8 19 -12 19 -20 10Z', {
    tint: '#FCFAF5',
  }),
  line('M-6 -14C-2 -6 -3 2 -1 14M9 -10C6 -4 4 6 2 14M-15 -4C-9 0 -6 8 -4 14', { fine: true, colour: colours.muted }),
  line('M-17 12C-10 16 -3 15 0 22C3 15 10 16 17 12C13 21 6 23 0 23C-6 23 -13 21 -17 12Z', { tint: green }),
]

/** A young shoot: two leaves and a bud. */
export const shoot = () => [
  line('M0 34C-1 20 2 6 0 -8'),
  at(-17, 4, leaf({ length: 40 }), { turn: 216 }),
  at(18, 0, leaf({ length: 42 }), { turn: -34 }),
  at(0, -22, leaf({ length: 30 }), { turn: -90 }),
]

/** A board with its year rings at the end. */
export const board = (tint = '#E2C296') => [
  line('M-36 -4L18 -20L36 -10V6L-18 22L-36 12Z', { tint }),
  line('M-36 -4L-18 6L36 -10M-18 6V22'),
  line('M-36 2Q-28 8 -18 13M-36 7Q-28 13 -18 18M-26 -3L20 -16M-12 1L32 -12M-22 8', { fine: true }),
]
export const drop = (h = 30, tint = '#EAC98A') =>
  line(
    `M0 ${-h / 2}C${h * 0.1} ${-h * 0.2} ${h * 0.34} 0 ${h * 0.34} ${h * 0.18}A${h * 0.34} ${h * 0.34} 0 0 1 ${-h * 0.34} ${h * 0.18}C${-h * 0.34} 0 ${-h * 0.1} ${-h * 0.2} 0 ${-h / 2}Z`,
    { tint },
  )
