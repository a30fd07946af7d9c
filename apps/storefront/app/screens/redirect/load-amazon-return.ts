import type { Address } from '@kushi/contract/address'
import type { AmazonAddress, AmazonSession } from '@kushi/contract/amazon'
import { ApiError } from '@kushi/contract/client'
import type { Customer } from '@kushi/contract/customer'
import { DELIVERY_DESTINATION } from '@kushi/values/delivery-slot'
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

/** The error, if any, and the path to continue with. */
export interface AmazonReturn {
  kind: PurchaseKind
  problem: { message: string; is_over: boolean } | null
  to: string
}

/**
 * Handles the return from Amazon. After the choice of address and payment, `kind` states the purchase. After the
 * confirmation of an order's payment, the server completes it.
 */
export async function loadAmazonReturn(url: URL): Promise<AmazonReturn> {
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
    writeDraft(
      storage,
      kind,
      withAmazonAddress(startingDraft(storage, kind), session, { customer, addresses: addresses.items }),
    )
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

interface MemberFacts {
  customer: Customer | null
  addresses: readonly Address[]
}

/**
 * Applies the choice at Amazon to the draft, so that the customer need not type it again. For a guest it fills the
 * guest's own fields. A member's data stay unchanged; the address is used for this delivery.
 */
function withAmazonAddress(draft: PurchaseDraft, { address }: AmazonSession, known: MemberFacts): PurchaseDraft {
  const paid = { ...draft, payment: String(PAYMENT_METHOD.amazon_pay) }
  if (!address) return paid
  const { customer, addresses } = known
  if (!customer) {
    const member = { ...draft.member, ...addressDraft(address, draft.member) }
    return { ...paid, member, destination: String(DELIVERY_DESTINATION.same_as_member) }
  }
  if (isSame(address, customer)) return { ...paid, destination: String(DELIVERY_DESTINATION.same_as_member) }
  const entry = addresses.find((one) => isSame(address, one))
  if (entry) return { ...paid, destination: bookEntry(entry.id) }
  const kana = isNamed(address, customer) ? customer : draft.other
  const other = { ...draft.other, ...addressDraft(address, kana) }
  return { ...paid, other, destination: String(DELIVERY_DESTINATION.other) }
}

type PersonName = Pick<AddressDraft, 'name01' | 'name02' | 'kana01' | 'kana02'>

const withoutSpaces = (text: string) => text.replace(/\s/g, '')
const isNamed = (address: AmazonAddress, other: Pick<PersonName, 'name01' | 'name02'>) =>
  withoutSpaces(address.name01 + address.name02) === withoutSpaces(other.name01 + other.name02)

const isSame = (address: AmazonAddress, known: Customer | Address) =>
  isNamed(address, known) &&
  address.postal_code01 === known.postal_code01 &&
  address.postal_code02 === known.postal_code02 &&
  withoutSpaces(address.addr01 + address.addr02) === withoutSpaces(known.addr01 + known.addr02)

/** Amazon does not supply kana. If the name is unchanged, keeps the kana and the split into 姓 and 名 from here. */
function addressDraft(address: AmazonAddress, before: PersonName): AddressDraft {
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
