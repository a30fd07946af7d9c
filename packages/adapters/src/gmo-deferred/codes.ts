/** What the shop has to recognise of the provider's error codes. Its table comes with the contract. */
const MEANINGS = {
  unknown: 'no transaction has this number',
  cancelled: 'the transaction was cancelled before',
  shipped: 'the parcel was reported before',
  not_shipped: 'no parcel was reported',
  paid: 'the buyer has paid',
  party: 'name, postcode, address, phone or mail of buyer or recipient',
} as const
export type DeferredMeaning = keyof typeof MEANINGS
/** A code, or its beginning with `*`; of several by `/`. */
export type DeferredCodes = Partial<Record<DeferredMeaning, string>>

const PAIR = /^(\w+)=([\w-]+\*?(?:\/[\w-]+\*?)*)$/

/** `unknown=E1,party=E20*`. null: it names something else, something twice, or nothing. */
export function readDeferredCodes(text: string): DeferredCodes | null {
  const pairs = text.split(',').map((pair) => PAIR.exec(pair.trim())?.slice(1) ?? [])
  const names = new Set(pairs.map(([name]) => name))
  const isRight = names.size === pairs.length && pairs.every(([name]) => name && Object.hasOwn(MEANINGS, name))
  return isRight ? Object.fromEntries(pairs) : null
}

/** Whether the provider's code means this; without a table none does, and its answer is no answer. */
export const means = (codes: DeferredCodes, meaning: DeferredMeaning, code: string): boolean =>
  (codes[meaning] ?? '')
    .split('/')
    .some((one) => one !== '' && (one.endsWith('*') ? code.startsWith(one.slice(0, -1)) : code === one))
