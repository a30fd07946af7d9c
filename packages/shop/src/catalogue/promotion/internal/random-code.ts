import { randomInt } from 'node:crypto'

/** Without 0, O, 1, I and L, which are misread. */
const letters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** A random coupon code of ten characters. */
export const randomCouponCode = () => Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join('')
