import type { Address } from '@kushi/contract/address'
import type { Card } from '@kushi/contract/card'
import { accessToken } from '../../state/access-token.ts'

/** The member's own lists, as the form has just shown them. */
interface FromForm {
  addresses: readonly Address[]
  /** null: they could not be loaded. */
  cards: readonly Card[] | null
  /** Of the member whose lists they are; null: a guest's. */
  token: string | null
}

let latest: FromForm | null = null

/**
 * The lists for the confirmation that the form is leading to. null: the server has to be asked. The confirmation was reached
 * otherwise, or another member has logged in meanwhile in another tab, and the order would be theirs.
 */
export const fromForm = () => (latest?.token === accessToken() ? latest : null)

/** Keeps the lists only while `navigate` leads to the confirmation: afterwards the member may change them elsewhere. */
export async function handOverLists(lists: FromForm, navigate: () => Promise<void>): Promise<void> {
  latest = lists
  try {
    await navigate()
  } finally {
    latest = null
  }
}
