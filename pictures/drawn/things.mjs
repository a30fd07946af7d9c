/** What is done with the goods: small drawings of about 110 × 100 around their middle. */
import { coin, comb, cup, refill, shampoo300, soap, tea, tints } from './goods.mjs'
import { at, circle, colours, line, oval, rect, wash, words } from './ink.mjs'
import { drop } from './nature.mjs'
import { longHair, palm, turban } from './people.mjs'

const water = '#D5E1E4'
const fall = (points) => points.map(([x, y, h = 11]) => at(x, y, drop(h, water)))

export const wetHair = () => [
  at(0, -8, longHair({ shoulders: false }), { scale: 0.8 }),
  fall([
    [-22, 45],
    [-3, 50, 9],
    [17, 44],
    [30, 50, 8],
  ]),
]
export const hair = (patch, tint) => at(0, 0, longHair({ patch, tint }), { scale: 0.84 })

/** A towel that hangs in folds. */
export const towel = () => [
  line('M-46 -38H46'),
  line('M-34 -38C-36 -8 -33 18 -36 42C-24 46 -14 40 -2 44C12 48 22 40 36 43C33 16 36 -10 34 -38Z', {
    tint: tints.paper,
  }),
  line('M-18 -38C-19 -10 -16 10 -19 41M12 -38C14 -8 11 14 14 44M24 -38C24 -20 23 -4 24 8', { fine: true }),
  line('M-35.4 28C-20 32 18 26 35 29M-35.6 33C-20 37 18 31 35.2 34', { fine: true, colour: '#8FA9A2' }),
]

export const shower = () => [
  at(
    8,
    -24,
    [
      line('M-26 -10Q-8 -26 10 -10L14 -4H-30Z', { tint: '#E9E4DA' }),
      line('M8 -12C22 -20 34 -16 46 -24M4 -17C18 -25 32 -22 44 -31'),
    ],
    { turn: -8 },
  ),
  line(
    [-26, -16, -6, 4, 14]
      .map(
        (x, n) =>
          `M${x + 4} ${-16 + n * -0.8}l${-5 + n * 1.2} 18m${-1.6 + n * 0.4} 7l${-4 + n} 15m${-1.4 + n * 0.4} 7l${-3 + n} 14`,
      )
      .join(''),
    { colour: '#7D98A0' },
  ),
]

/** A palm with drops on it. */
export const dropsInHand = () => [at(-2, 0, palm(), { scale: 0.8 }), at(-6, 3, drop(16)), at(6, 13, drop(14))]
/** As much as a coin of ten yen. */
export const coinOfMilk = () => [
  at(-24, 0, palm(), { scale: 0.8 }),
  line(oval(-24, 6, 10.4, 10), { tint: tints.paper }),
  at(35, 22, coin('10'), { scale: 0.9 }),
  words(35, 38, '十円玉', { size: 13, anchor: 'middle', colour: colours.muted }),
]
export const cherry = () => [
  at(-24, 0, [
    line('M-2 6C-2 -14 6 -26 18 -36C14 -24 14 -10 16 2'),
    line('M-16 18C-17 6 -8 4 -2 7C4 4 13 6 12 18C11 30 -14 30 -16 18Z', { tint: '#CF8A86' }),
    line('M-11 17Q-10 11 -6 11', { fine: true, colour: '#FBF1EC' }),
  ]),
  at(32, 16, [
    line('M-17 8C-19 -5 -8 -11 0 -16C5 -10 19 -8 17 8C8 14 -8 14 -17 8Z', { tint: '#F6DDD5' }),
    line('M-10 5C-4 -3 5 -3 10 2M-4 -6C0 -10 3 -9 6 -6', { fine: true }),
  ]),
  line('M2 14H8M2 19H8', { colour: colours.brass }),
]
/** A large spoon, heaped. */
export const spoonful = () => [
  line('M-44 4C-44 22 4 22 4 4Z', { tint: '#E9E4DA' }),
  line('M-42 4C-40 -8 -30 -8 -24 -16C-16 -10 -4 -8 2 4Z', { tint: tints.paper }),
  line('M-32 0C-26 -6 -14 -6 -8 -2', { fine: true }),
  line('M4 4C14 2 30 -2 52 -12C55 -10 54 -6 52 -5C34 4 16 8 3.6 9', { tint: '#E9E4DA' }),
]
const clock = () => [
  line(circle(0, 0, 24), { tint: tints.paper }),
  line('M0 -24V-20M24 0H20M0 24V20M-24 0H-20', { fine: true }),
  line('M0 0V-16M0 0L10 6'),
]
export const steamed = () => [
  at(-22, 8, turban('#F6EFE0'), { scale: 0.78 }),
  line('M-40 -34c-5 -6 5 -9 0 -16M-22 -38c-5 -6 5 -9 0 -16M-4 -34c-5 -6 5 -9 0 -16', { colour: '#9DA9A6' }),
  at(34, 4, clock(), { scale: 0.78 }),
  words(34, 40, '五分', { size: 13, anchor: 'middle', colour: colours.muted }),
]
export const combed = () => [
  at(-8, -2, longHair(), { scale: 0.86 }),
  at(18, 26, comb({ teeth: 26, width: 58 }), { turn: -74 }),
]

/** Bubbles: all ten, or the first few. */
export const foam = (count = 10) => [
  [
    [-26, 12, 15],
    [-6, 4, 19],
    [18, 10, 16],
    [-14, -14, 12],
    [8, -16, 13],
    [32, 22, 9],
    [-40, 24, 8],
    [4, 24, 13],
    [-18, 28, 10],
    [24, -10, 7],
  ]
    .slice(0, count)
    .map(([x, y, r]) => [
      line(circle(x, y, r), { tint: '#FBF9F4' }),
      line(`M${x - r * 0.5} ${y - r * 0.2}A${r * 0.6} ${r * 0.6} 0 0 1 ${x} ${y - r * 0.58}`, {
        fine: true,
        colour: colours.muted,
      }),
    ]),
]

/** The bottle, empty, rinsed and drying. */
export const dryBottle = () => [
  at(-14, 40, shampoo300(48), {}),
  at(34, -14, [
    line(circle(0, 0, 9), { tint: '#F0D99F' }),
    line(
      [0, 45, 90, 135, 180, 225, 270, 315]
        .map(
          (a) =>
            `M${(Math.cos((a * Math.PI) / 180) * 13).toFixed(1)} ${(Math.sin((a * Math.PI) / 180) * 13).toFixed(1)}L${(Math.cos((a * Math.PI) / 180) * 18).toFixed(1)} ${(Math.sin((a * Math.PI) / 180) * 18).toFixed(1)}`,
        )
        .join(''),
    ),
  ]),
  line('M-60 40H56', { colour: '#BDB3A2' }),
]
/** From the spout into the bottle. */
export const poured = () => [
  at(-24, 44, [
    line('M-20 0C-21 -1 -21 -2 -21 -4V-30C-21 -40 -12 -42 -8 -44V-52H8V-44C12 -42 21 -40 21 -30V-4C21 -2 21 -1 20 0Z', {
      tint: '#F1F1EA',
    }),
    wash('M-20.3 -1V-20H20.3V-1Z', tints.frost),
    line('M-20.6 -20H20.6', { fine: true }),
  ]),
  at(16, -38, refill(21), { turn: -150 }),
  line('M-24 -6V26', { colour: '#8FA9A2' }),
]

export const waterless = () => [at(0, 0, drop(62, water)), line('M-34 34L34 -34', { colour: '#A4303F' })]
/** A cloth that wipes, with a drop of oil. */
export const wipe = (oil = true) => [
  line('M-38 22C-44 4 -30 -14 -12 -12C-4 -24 20 -22 24 -6C38 -4 44 12 36 24C18 32 -22 32 -38 22Z', {
    tint: tints.paper,
  }),
  line('M-24 18C-22 6 -16 0 -10 -6M0 24C0 10 6 0 14 -4M18 24C22 14 26 8 30 4', { fine: true }),
  oil ? at(-2, -32, drop(20)) : '',
]
export const toothbrush = () => [
  at(4, 6, comb({ teeth: 30, width: 92 }), { turn: 180, scale: 0.84 }),
  at(
    0,
    2,
    [
      line('M-24 -20H54C58 -20 58 -13 54 -13H-24C-28 -13 -28 -20 -24 -20Z', { tint: '#E9E4DA' }),
      line('M-22 -13L-23 -3M-17 -13L-17 -2M-12 -13V-2M-7 -13V-2M-2 -13L-2 -2M3 -13L4 -3'),
    ],
    { turn: -14 },
  ),
]
/** Out of the sun, in its bag. */
export const bag = () => [
  line('M-34 -14C-36 6 -37 22 -34 42C-12 46 14 46 34 42C37 22 36 6 34 -14C14 -10 -14 -10 -34 -14Z', {
    tint: '#E3D8C2',
  }),
  line('M-34 -14C-30 -28 -34 -34 -30 -40C-10 -36 12 -36 30 -40C34 -34 30 -28 34 -14', { tint: '#EBE2D0' }),
  line(
    'M-34 -15C-14 -10 14 -10 34 -15M-2 -12C-12 -26 -24 -14 -4 -11M2 -12C12 -26 24 -14 4 -11M-3 -11L-10 4M3 -11L9 6',
    { colour: '#A4303F' },
  ),
]

/** A loose hair or two that a comb takes out of bristles. */
export const cleaned = () => [
  line(Array.from({ length: 19 }, (_, n) => `M${-44 + n * 4.4} 18L${-46 + n * 4.8} -8`).join(''), {}),
  line('M-52 30C-52 20 -46 18 -40 18H40C46 18 52 20 52 30Z', { tint: tints.wood }),
  line('M-40 -2C-20 -14 0 6 14 -6C26 -16 34 -10 46 -22M-30 4C-14 -6 6 10 22 0', { fine: true }),
  at(20, -16, comb({ teeth: 20, width: 48 }), { turn: 14 }),
]

/** Water that is pressed out of wrapped hair, not rubbed. */
export const wrapped = () => [
  at(0, 0, turban('#C5D0DC'), { scale: 0.84 }),
  line('M-50 -6H-38M-43 -11L-38 -6L-43 -1M52 -6H40M45 -11L40 -6L45 -1', { colour: colours.brass }),
]
/** On a pole in the shade. */
export const hung = () => [
  line('M-58 -36H58M-50 -40V-32M50 -40V-32'),
  line('M-30 -36V42H30V-36Z', { tint: '#C5D0DC' }),
  line('M-30 -24H30M-30 34H30', { fine: true }),
  line('M42 4C52 0 48 -10 56 -14M42 16C54 12 52 4 60 0', { fine: true, colour: '#7D98A0' }),
]
export const scissors = () => [
  line('M-44 22C-20 20 6 18 30 22M-44 28C-22 27 -6 26 16 30', { fine: true }),
  line('M22 20C30 16 38 24 46 18', { colour: '#5B7191' }),
  at(
    14,
    -2,
    [
      line('M-4 26L18 -30C20 -34 23 -32 22 -28L4 20M20 24L-8 -29C-10 -33 -14 -31 -12 -27L10 22', { tint: '#E9E4DA' }),
      line(circle(-1, 33, 8)),
      line(circle(18, 31, 8)),
    ],
    { turn: 34, scale: 0.9 },
  ),
]
export const apart = () => [
  line(rect(-50, -24, 44, 52, 6), { tint: tints.paper }),
  line(rect(6, -24, 44, 52, 6), { tint: '#C5D0DC' }),
  line(circle(-28, 4, 14)),
  line(circle(28, 4, 14)),
  line('M-42 -16H-34M14 -16H22', { fine: true }),
  wash(circle(28, 4, 13.4), '#8FA3BC'),
  line('M20 6q4 -5 8 0t8 0', { fine: true, colour: tints.paper }),
]

export const lather = () => [at(-16, 30, soap(), { scale: 0.62 }), at(20, -4, foam(6), { scale: 0.74 })]
export const rack = () => [
  at(0, 14, soap(), { scale: 0.86 }),
  line('M-46 14H46V20H-46ZM-46 20V28M46 20V28M-30 20V28M30 20V28', { tint: tints.wood }),
  line('M44 -22c8 -4 4 -12 12 -16M-58 -10c8 -4 4 -12 12 -16', { fine: true, colour: '#7D98A0' }),
]
export const leavesOnSpoon = () => [
  line('M-40 2C-40 18 0 18 0 2Z', { tint: tints.wood }),
  line('M0 2C14 0 32 -4 52 -12C55 -10 54 -6 52 -5C36 2 16 6 -1 7', { tint: tints.wood }),
  line('M-34 1l8 -7 5 3M-26 -3l9 -8 4 5M-20 1l6 -10 7 4M-12 0l5 -9 6 5M-8 -8l7 -5M-30 -1l10 2M-16 -6l12 3', {
    colour: '#55633F',
  }),
]
/** A pot that pours into a cup. */
const pot = () => [
  at(-6, 10, [
    line('M20 -18C34 -20 40 -28 50 -30M20 -10C34 -10 44 -18 52 -26', {}),
    line('M-26 -24C-40 -6 -30 18 -14 20H10C26 18 34 -6 20 -24C6 -32 -12 -32 -26 -24Z', { tint: '#D8C9B2' }),
    line('M-22 -26C-8 -34 2 -34 16 -26M-6 -33C-8 -40 2 -40 0 -33'),
    line('M-30 -12H-52V-4H-30', { tint: '#D8C9B2' }),
  ]),
]
export const brewed = () => [
  at(-16, -14, pot(), { scale: 0.8 }),
  at(34, 44, cup(), { scale: 0.66 }),
  line('M29 -22V12', { colour: '#C9A55C' }),
]
export const iced = () => [
  line('M-22 -36L-18 42H18L22 -36', { tint: '#EDF0EA' }),
  wash('M-21 -20L-18 41.4H18L21 -20Z', '#DDBB74'),
  line('M-22 -36L-18 42H18L22 -36ZM-21 -20H21'),
  line('M-14 -26L0 -30L6 -16L-8 -12ZM2 -14L14 -20L18 -6L6 0Z', { tint: '#F7F8F4' }),
]
export const lidded = () => [at(0, 40, tea(46))]
