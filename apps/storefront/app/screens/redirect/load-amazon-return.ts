import type { Address } from '@kushi/contract/address'
import type { AmazonAddress, AmazonSession } from '@kushi/contract/amazon'
import { ApiError } from '@kushi/contract/client'
import type { Customer } from '@kushi/contract/customer'
import { DELIVERY_DESTINATION } from '@kushi/values/delivery-destination'
import { PAYMENT_METHOD } from '@kushi/values/payment-method'
import { redirect } from 'react-router'
import { quietApi } from '../../api.ts'
import { bookEntry } from '../../form/purchase.ts'
import { writeAmazon } from '../../state/amazon-payment.ts'
import { type AddressDraft, type PurchaseDraft, startingDraft, writeDraft } from '../../state/purchase-draft.ts'
import { type PurchaseKind, purchasePath } from '../../state/purchase-kind.ts'
import { beginAsNewcomer, registerStore } from '../../state/register.ts'
import { sessionStore } from '../../state/session.ts'
import { browserStorage } from '../../state/storage.ts'

/** What stands in the way, and where to go on. */
export interface AmazonReturned {
  kind: PurchaseKind
  problem: { message: string; is_over: boolean } | null
  to: string
}

/**
 * The browser is back from Amazon: from choosing (`kind` says for which purchase), or from confirming the payment of an
 * order, which the server finishes.
 */
export async function loadAmazonReturn(url: URL): Promise<AmazonReturned> {
  const id = url.searchParams.get('amazonCheckoutSessionId')
  const named = url.searchParams.get('kind')
  if (!id) throw redirect('/cart')
  if (named === null) {
    location.replace(`/v1/payment/amazon/return?${new URLSearchParams({ amazonCheckoutSessionId: id })}`)
    return new Promise(() => {})
  }
  const kind = named === 'periodic' ? 'periodic' : 'normal'
  const customer = sessionStore.getState().customer ?? null
  const to = purchasePath(kind, '', customer !== null)
  const storage = browserStorage()
  try {
    const [session, addresses] = await Promise.all([
      quietApi('GET /v1/common/payment/amazon/v2/checkout-sessions/{id}', { params: { id } }),
      customer ? quietApi('GET /v1/common/address') : { items: [] },
    ])
    const { checkout_session_id, payment_descriptor, address, email } = session
    writeAmazon(storage, kind, { checkout_session_id, payment_descriptor, has_address: address !== null })
    writeDraft(storage, kind, takeOver(startingDraft(storage, kind), session, { customer, addresses: addresses.items }))
    if (!customer) {
      beginAsNewcomer()
      registerStore.setState((state) => ({ customer: { ...state.customer, email: state.customer?.email || email } }))
    }
    return { kind, problem: null, to }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const is_over = error.error === 'BuyerSessionExpired'
    if (is_over) writeAmazon(storage, kind, null)
    return { kind, problem: { message: error.message, is_over }, to }
  }
}

interface Known {
  customer: Customer | null
  addresses: readonly Address[]
}

/**
 * What was chosen at Amazon, in the draft: nothing that is known from there is asked again. A guest's own fields are filled;
 * a member's data stay as they are, the address becomes that of this delivery.
 */
function takeOver(draft: PurchaseDraft, { address }: AmazonSession, known: Known): PurchaseDraft {
  const paid = { ...draft, payment: String(PAYMENT_METHOD.amazon_pay) }
  if (!address) return paid
  const { customer, addresses } = known
  if (!customer) {
    const member = { ...draft.member, ...filled(address, draft.member) }
    return { ...paid, member, destination: String(DELIVERY_DESTINATION.same_as_member) }
  }
  if (isSame(address, customer)) return { ...paid, destination: String(DELIVERY_DESTINATION.same_as_member) }
  const entry = addresses.find((one) => isSame(address, one))
  if (entry) return { ...paid, destination: bookEntry(entry.id) }
  const kana = isNamed(address, customer) ? customer : draft.other
  const other = { ...draft.other, ...filled(address, kana) }
  return { ...paid, other, destination: String(DELIVERY_DESTINATION.other) }
}

type Named = Pick<AddressDraft, 'name01' | 'name02' | 'kana01' | 'kana02'>

const bare = (text: string) => text.replace(/\s/g, '')
const isNamed = (address: AmazonAddress, other: Pick<Named, 'name01' | 'name02'>) =>
  bare(address.name01 + address.name02) === bare(other.name01 + other.name02)

const isSame = (address: AmazonAddress, known: Customer | Address) =>
  isNamed(address, known) &&
  address.postal_code01 === known.postal_code01 &&
  address.postal_code02 === known.postal_code02 &&
  bare(address.addr01 + address.addr02) === bare(known.addr01 + known.addr02)

/** Kana are not known at Amazon: those of the same name stay, and its 姓 and 名 as they were divided here. */
function filled(address: AmazonAddress, before: Named): AddressDraft {
  const { postal_code01, postal_code02, pref_id, name01, name02, ...rest } = address
  const { kana01, kana02 } = before
  const name = isNamed(address, before)
    ? { name01: before.name01, name02: before.name02, kana01, kana02 }
    : { name01, name02, kana01: '', kana02: '' }
  return {
    ...rest,
    ...name,
    postal_code: postal_code01 + postal_code02,
    pref_id: pref_id === null ? '' : String(pref_id),
  }
}
