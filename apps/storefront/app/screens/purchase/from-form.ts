import type { Address } from '@kushi/contract/address'
import type { Card } from '@kushi/contract/card'

/** The member's own lists, as the form has just shown them. */
interface FromForm {
  addresses: readonly Address[]
  /** null: they could not be loaded. */
  cards: readonly Card[] | null
}

let latest: FromForm | null = null

/** The lists for the confirmation that the form is leading to. null: it is reached otherwise, and asks the server. */
export const fromForm = () => latest

/** Keeps the lists only while `go` leads to the confirmation: afterwards the member may change them elsewhere. */
export async function handOver(lists: FromForm, go: () => Promise<void>): Promise<void> {
  latest = lists
  try {
    await go()
  } finally {
    latest = null
  }
}
