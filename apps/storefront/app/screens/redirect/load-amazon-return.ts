import { ApiError } from '@kushi/contract/client'
import { redirect } from 'react-router'
import { quietApi } from '../../api.ts'
import { writeAmazon } from '../../state/amazon-payment.ts'
import { startingDraft, writeDraft } from '../../state/purchase-draft.ts'
import { type PurchaseKind, purchasePath } from '../../state/purchase-kind.ts'
import { beginAsNewcomer, registerStore } from '../../state/register.ts'
import { sessionStore } from '../../state/session.ts'
import { browserStorage } from '../../state/storage.ts'
import { takeOver } from './take-over.ts'

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
