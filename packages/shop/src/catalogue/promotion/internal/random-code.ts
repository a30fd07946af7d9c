import { randomInt } from 'node:crypto'

/** Without 0, O, 1, I and L, which are misread. */
const letters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

export const randomCode = () => Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join('')
