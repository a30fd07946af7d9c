/**
 * The meanings of the provider's error codes that the shop has to recognise. The provider's table comes with the
 * contract.
 */
const MEANINGS = {
  unknown: 'no transaction has this number',
  cancelled: 'the transaction was cancelled before',
  shipped: 'the parcel was reported before',
  not_shipped: 'no parcel was reported',
  paid: 'the buyer has paid',
  party: 'name, postcode, address, phone or mail of buyer or recipient',
} as const
export type DeferredMeaning = keyof typeof MEANINGS
/** The provider's error codes by meaning. `*` at the end stands for any ending, and `/` separates several codes. */
export type DeferredCodes = Partial<Record<DeferredMeaning, string>>

const PAIR = /^(\w+)=([\w-]+\*?(?:\/[\w-]+\*?)*)$/

/**
 * Parses `unknown=E1,party=E20*`. Returns null for an unknown meaning, for one that occurs twice, and for an entry
 * that can't be parsed.
 */
export function readDeferredCodes(text: string): DeferredCodes | null {
  const pairs = text.split(',').map((pair) => PAIR.exec(pair.trim())?.slice(1) ?? [])
  const names = new Set(pairs.map(([name]) => name))
  const isRight = names.size === pairs.length && pairs.every(([name]) => name && Object.hasOwn(MEANINGS, name))
  return isRight ? Object.fromEntries(pairs) : null
}

/** Whether a code of the provider has this meaning. Without configured codes no code has a meaning. */
export const hasDeferredMeaning = (codes: DeferredCodes, meaning: DeferredMeaning, code: string): boolean =>
  (codes[meaning] ?? '')
    .split('/')
    .some((one) => one !== '' && (one.endsWith('*') ? code.startsWith(one.slice(0, -1)) : code === one))
