import type { EnvironmentConfig } from '@kushi/contract/common'
import { quietApi } from '../../api.ts'
import { loadScript } from '../load-script.ts'
import type { ReadySheet, SheetAnswer, SheetPurchase } from './payment-sheet.ts'

interface Closed {
  id?: string
  status: string
}
interface Paidy {
  configure(config: { api_key: string; closed(answer: Closed): void }): { launch(payload: object): void }
}

/** Paidy's window, a frame in the page: it may be opened after the press. */
export async function loadPaidy({
  public_key,
  script_url,
}: NonNullable<EnvironmentConfig['paidy']>): Promise<ReadySheet> {
  if (!onPage()) await loadScript(script_url)
  const paidy = onPage()
  if (!paidy) throw new Error('paidy.js left nothing behind')
  /** Approved by a press of which nobody knows yet what became. */
  let approved: { purchaseKey: string; answer: SheetAnswer } | null = null

  async function approve(total: number, { order, key, third_party_consent }: SheetPurchase) {
    const { checkout } = await quietApi('POST /v1/common/payment/paidy/checkout', {
      body: { ...order, idempotency_key: key, payment_total: total, third_party_consent },
    })
    // The order is here, with its approval.
    if (checkout === null) return answerOf('')
    const { id, status } = await new Promise<Closed>((resolve) =>
      paidy!.configure({ api_key: public_key, closed: resolve }).launch(checkout),
    )
    if (status === 'rejected') return 'refused'
    return status === 'authorized' && id ? answerOf(btoa(id)) : null
  }
  const answerOf = (token: string): SheetAnswer => ({
    token,
    complete() {},
    forget() {
      approved = null
    },
  })

  return {
    async open(total, purchase) {
      if (!purchase) throw new TypeError('Paidy approves an order')
      const purchaseKey = `${purchase.key}\n${total}`
      if (approved?.purchaseKey === purchaseKey) return approved.answer
      const answer = await approve(total, purchase)
      approved = answer === null || answer === 'refused' ? null : { purchaseKey, answer }
      return answer
    },
  }
}

/** The object that the script has put on `window`. */
const onPage = () => (window as { Paidy?: Paidy }).Paidy
