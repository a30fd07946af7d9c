import type { CardTransactionKey } from '@kushi/shop/ports/card-port'
import { PaymentUnavailable } from '@kushi/shop/ports/payment-port'
import iconv from 'iconv-lite'
import {
  approvalFieldNames,
  type CardApproval,
  callGmo,
  GmoError,
  type GmoSettings,
  ORDER_ID_UNKNOWN_CODE,
  ORDER_ID_USED_CODE,
  translateGmoErrors,
  verifyApprovalSignature,
} from './call.ts'

/** The card to charge: a single-use token, or a card saved at GMO. */
export type CardSource = { token: string } | { gmo_id: string; card_seq: number }

/** A transaction as returned by SearchTrade. */
export interface CardTrade extends CardTransactionKey, CardApproval {
  status:
    | 'UNPROCESSED'
    | 'AUTHENTICATED'
    | 'CHECK'
    | 'CAPTURE'
    | 'AUTH'
    | 'SALES'
    | 'VOID'
    | 'RETURN'
    | 'RETURNX'
    | 'SAUTH'
  amount: number
  /** yyyyMMddHHmmss in Japan, of the last step. */
  process_date: string
  /** Masked number and YYMM of the card; empty before a card was entered. */
  card_info: string
  expire: string
}

/** EntryTran was already made under this order number; `search` returns its access. */
export class AlreadyEnteredError extends Error {}

/** TdTenantName: EUC-JP in base64, at most 25 characters of it (9 kanji). */
const tenantName = (name: string) => ({ TdTenantName: iconv.encode(name, 'euc-jp').toString('base64') })

interface Entry {
  provider_order_id: string
  amount: number
  job: 'AUTH' | 'CHECK'
  /** false: without 3-D Secure, because the customer is absent or no money is at stake. */
  is_authenticated?: boolean
}
type Execution = CardTransactionKey & { provider_order_id: string; card: CardSource; return_url: string }

/**
 * The calls of a transaction (プロトコルタイプ, EMV 3-D Secure 2), in GMO's own terms. Each throws PaymentRefused or
 * PaymentUnavailable.
 */
export function gmoTransactions(settings: GmoSettings) {
  const shop = { ShopID: settings.shop_id, ShopPass: settings.shop_pass }
  const site = { SiteID: settings.site_id, SitePass: settings.site_pass }
  const call = (api: string, fields: Record<string, string>, expected: readonly string[]) =>
    callGmo(settings, api, fields, expected)
  const key = (access: CardTransactionKey) => ({ AccessID: access.access_id, AccessPass: access.access_pass })
  const tenant = settings.tenant_name ? tenantName(settings.tenant_name) : {}

  return {
    /** EntryTran. An order number can be used once; a second time throws AlreadyEnteredError. */
    async enter({ provider_order_id, amount, job, is_authenticated = true }: Entry): Promise<CardTransactionKey> {
      const secure = is_authenticated ? { TdFlag: '2', ...tenant, Tds2Type: '2' } : { TdFlag: '0' }
      const money = job === 'CHECK' ? {} : { Amount: String(amount) }
      try {
        const fields = { ...shop, OrderID: provider_order_id, JobCd: job, ...money, ...secure }
        const answer = await call('EntryTran', fields, ['AccessID', 'AccessPass'])
        return { access_id: answer.AccessID!, access_pass: answer.AccessPass! }
      } catch (error) {
        if (error instanceof GmoError && error.infos.includes(ORDER_ID_USED_CODE))
          throw new AlreadyEnteredError(provider_order_id)
        return translateGmoErrors(Promise.reject(error))
      }
    },

    /** ExecTran. */
    async execute({ provider_order_id, card, return_url, ...access }: Execution): Promise<ExecutionResult> {
      const source =
        'token' in card
          ? { Token: card.token }
          : { ...site, MemberID: card.gmo_id, SeqMode: '1', CardSeq: String(card.card_seq) }
      const back = return_url ? { RetUrl: return_url, CallbackType: '1' } : {}
      const fields = { ...key(access), OrderID: provider_order_id, Method: '1', ...source, ...back }
      const answer = await translateGmoErrors(call('ExecTran', fields, ['ACS']))
      if (answer.ACS === '2') return { kind: 'redirect', redirect_url: redirectUrlOf(answer) }
      if (answer.ACS === '0') return { kind: 'approved', ...verifyApprovalSignature(answer, settings.shop_pass) }
      throw new PaymentUnavailable(`ExecTran: ACS=${answer.ACS}`)
    },

    /** SecureTran2, after the browser has returned. */
    async finish(access: CardTransactionKey): Promise<CardApproval> {
      return verifyApprovalSignature(
        await translateGmoErrors(call('SecureTran2', key(access), approvalFieldNames)),
        settings.shop_pass,
      )
    },

    /** SearchTrade; null: GMO does not know the number. */
    async search(provider_order_id: string): Promise<CardTrade | null> {
      try {
        const answer = await call('SearchTrade', { ...shop, OrderID: provider_order_id }, tradeFields)
        return {
          status: answer.Status as CardTrade['status'],
          amount: Number(answer.Amount),
          process_date: answer.ProcessDate!,
          access_id: answer.AccessID!,
          access_pass: answer.AccessPass!,
          card_info: answer.CardNo!,
          expire: answer.Expire!,
          approve: answer.Approve!,
          tran_id: answer.TranID!,
        }
      } catch (error) {
        if (error instanceof GmoError && error.infos.includes(ORDER_ID_UNKNOWN_CODE)) return null
        return translateGmoErrors(Promise.reject(error))
      }
    },

    /** AlterTran: SALES captures `amount`; VOID, RETURN and RETURNX cancel or refund everything. */
    async alter({ job, amount, ...access }: CardTransactionKey & { job: 'SALES' | CancelJob; amount: number }) {
      const fields = { ...shop, ...key(access), JobCd: job, Amount: String(amount) }
      await translateGmoErrors(call('AlterTran', fields, ['TranDate']))
    },

    /** ChangeTran: changes the amount before (AUTH) or after (CAPTURE) the sale. */
    async change({ job, amount, ...access }: CardTransactionKey & { job: 'AUTH' | 'CAPTURE'; amount: number }) {
      const fields = { ...shop, ...key(access), JobCd: job, Amount: String(amount) }
      await translateGmoErrors(call('ChangeTran', fields, ['TranDate']))
    },
  }
}

/** The job codes (JobCd) by which GMO cancels or refunds a whole transaction. */
export type CancelJob = 'VOID' | 'RETURN' | 'RETURNX'

type ExecutionResult = { kind: 'redirect'; redirect_url: string } | ({ kind: 'approved' } & CardApproval)

const tradeFields = [
  'Status',
  'AccessID',
  'AccessPass',
  'Amount',
  'ProcessDate',
  'CardNo',
  'Expire',
  'TranID',
  'Approve',
]

/**
 * Returns the address of the bank's page.
 * @throws PaymentUnavailable for a truncated address, by which the browser would be lost at the bank
 */
function redirectUrlOf(answer: Record<string, string>): string {
  const url = URL.parse(answer.RedirectUrl ?? '')
  if (url?.searchParams.get('transId') && url.searchParams.get('t')) return url.href
  throw new PaymentUnavailable('ExecTran: incomplete RedirectUrl')
}
