import type { Address } from '@kushi/contract/address'

type Marked = Pick<Address, 'id' | 'is_default'>

/** いつものお届け先 first, the others in the order of creation. */
export const defaultFirst = <A extends Marked>(addresses: readonly A[]): A[] =>
  [...addresses].sort((a, b) => Number(b.is_default) - Number(a.is_default) || a.id - b.id)

/** Makes one address the default, and removes the mark from the others. */
export const withDefault = <A extends Marked>(addresses: readonly A[], id: number | null): A[] =>
  addresses.map((address) => ({ ...address, is_default: address.id === id }))

/** The list without the deleted address; another one may be the default now. */
export const afterDeletion = <A extends Marked>(addresses: readonly A[], id: number, defaultId: number | null): A[] =>
  withDefault(
    addresses.filter((address) => address.id !== id),
    defaultId,
  )
