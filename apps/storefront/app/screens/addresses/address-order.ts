import type { Address } from '@kushi/contract/address'

type Marked = Pick<Address, 'id' | 'is_default'>

/** いつものお届け先 on top, the others as they were added. */
export const defaultFirst = <A extends Marked>(addresses: readonly A[]): A[] =>
  [...addresses].sort((a, b) => Number(b.is_default) - Number(a.is_default) || a.id - b.id)

/** One default at most. */
export const withDefault = <A extends Marked>(addresses: readonly A[], id: number | null): A[] =>
  addresses.map((address) => ({ ...address, is_default: address.id === id }))

/** Without the deleted one; another may be the default now. */
export const afterDeletion = <A extends Marked>(addresses: readonly A[], id: number, defaultId: number | null): A[] =>
  withDefault(
    addresses.filter((address) => address.id !== id),
    defaultId,
  )
