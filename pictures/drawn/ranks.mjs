/** The three ranks of members as one camellia: a bud, a flower that opens, a flower in full bloom. 680 × 240. */
import { at, colours, line, words } from './ink.mjs'
import { camellia, leaf } from './nature.mjs'

const petal = '#D9A3A0'
const green = '#BFD0B6'

const bud = [
  line('M0 -46C20 -34 24 -8 14 10C8 20 -8 20 -14 10C-24 -8 -20 -34 0 -46Z', { tint: petal }),
  line('M0 -46C-6 -30 -6 -14 2 -2M0 -46C10 -34 14 -18 12 -4', { fine: true }),
  line('M-17 -4C-14 8 -8 14 0 6C8 14 14 8 17 -4C24 12 12 26 0 26C-12 26 -24 12 -17 -4Z', { tint: green }),
]

const opening = [
  line('M-2 24C-40 18 -48 -18 -34 -40C-20 -34 -8 -14 -2 24Z', { tint: petal }),
  line('M2 24C40 18 48 -18 34 -40C20 -34 8 -14 2 24Z', { tint: petal }),
  line('M-10 -20L-8 -44M-3 -20L-3 -48M4 -20L4 -47M10 -20L10 -43', { colour: colours.brass }),
  line('M0 26C-26 14 -28 -18 -16 -36Q0 -24 16 -36C28 -18 26 14 0 26Z', { tint: petal }),
  line('M0 16V-14M-8 12Q-12 -4 -9 -18M8 12Q12 -4 9 -18', { fine: true }),
  line('M-14 22C-8 28 8 28 14 22C14 32 6 36 0 36C-6 36 -14 32 -14 22Z', { tint: green }),
]

const stage = (x, name, flower, stem) => [
  line(stem, { colour: colours.ink }),
  flower,
  words(x, 224, name, { size: 23, anchor: 'middle', colour: colours.ink }),
]

export const ranks = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 680 240" width="680" height="240" font-family="'Noto Serif CJK JP', serif" stroke-linecap="round" stroke-linejoin="round"><rect width="680" height="240" fill="${colours.paper}"/>${[
  stage(
    124,
    'つぼみ',
    [at(92, 152, leaf({ length: 52 }), { turn: 208 }), at(124, 104, bud, { scale: 0.92 })],
    'M124 184C122 168 126 148 124 128',
  ),
  stage(
    340,
    'ひらき',
    [
      at(308, 164, leaf({ length: 54 }), { turn: 204 }),
      at(372, 156, leaf({ length: 54 }), { turn: -30 }),
      at(340, 96, opening, { scale: 1.12 }),
    ],
    'M340 184C338 170 342 150 340 132',
  ),
  stage(
    556,
    'みごろ',
    [
      at(522, 168, leaf({ length: 56 }), { turn: 206 }),
      at(592, 166, leaf({ length: 58 }), { turn: -26 }),
      at(556, 96, camellia({ r: 62 })),
    ],
    'M556 184V150',
  ),
]
  .flat(9)
  .join('')}</svg>`
