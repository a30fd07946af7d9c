import {
  type CardAccess,
  CardAlreadyEntered,
  type CardPort,
  type CardTrade,
  CardUnavailable,
} from '@kushi/shop/payment/card-port'
import iconv from 'iconv-lite'
import { approvalOf, settledFields } from './approval.ts'
import { callGmo, GmoError, type GmoSettings, inPortTerms } from './call.ts'
import { vault } from './vault.ts'

const alreadyEntered = 'E01040010'
const unknownOrder = 'E01110002'

/** TdTenantName: EUC-JP in base64, 25 characters of it at most (9 kanji). */
const tenantName = (name: string) => ({ TdTenantName: iconv.encode(name, 'euc-jp').toString('base64') })

/** カード決済 by GMO Payment Gateway, protocol type, with EMV 3-D Secure 2. */
export function gmoCards(settings: GmoSettings): CardPort {
  const shop = { ShopID: settings.shop_id, ShopPass: settings.shop_pass }
  const site = { SiteID: settings.site_id, SitePass: settings.site_pass }
  const call = (api: string, fields: Record<string, string>, expected: readonly string[]) =>
    callGmo(settings, api, fields, expected)
  const key = (access: CardAccess) => ({ AccessID: access.access_id, AccessPass: access.access_pass })
  const tenant = settings.tenant_name ? tenantName(settings.tenant_name) : {}

  return {
    async enter({ provider_order_id, amount, job, is_authenticated = true }) {
      const secure = is_authenticated ? { TdFlag: '2', ...tenant, Tds2Type: '2' } : { TdFlag: '0' }
      const money = job === 'CHECK' ? {} : { Amount: String(amount) }
      try {
        const fields = { ...shop, OrderID: provider_order_id, JobCd: job, ...money, ...secure }
        const answer = await call('EntryTran', fields, ['AccessID', 'AccessPass'])
        return { access_id: answer.AccessID!, access_pass: answer.AccessPass! }
      } catch (error) {
        if (error instanceof GmoError && error.infos.includes(alreadyEntered))
          throw new CardAlreadyEntered(provider_order_id)
        return inPortTerms(Promise.reject(error))
      }
    },

    async execute({ provider_order_id, card, return_url, ...access }) {
      const source =
        'token' in card
          ? { Token: card.token }
          : { ...site, MemberID: card.gmo_id, SeqMode: '1', CardSeq: String(card.card_seq) }
      const back = return_url ? { RetUrl: return_url, CallbackType: '1' } : {}
      const fields = { ...key(access), OrderID: provider_order_id, Method: '1', ...source, ...back }
      const answer = await inPortTerms(call('ExecTran', fields, ['ACS']))
      if (answer.ACS === '2') return { kind: 'redirect', redirect_url: redirectUrlOf(answer) }
      if (answer.ACS === '0') return { kind: 'approved', ...approvalOf(answer, settings.shop_pass) }
      throw new CardUnavailable(`ExecTran: ACS=${answer.ACS}`)
    },

    async finish(access) {
      return approvalOf(await inPortTerms(call('SecureTran2', key(access), settledFields)), settings.shop_pass)
    },

    async search(provider_order_id) {
      try {
        const answer = await call('SearchTrade', { ...shop, OrderID: provider_order_id }, tradeFields)
        return {
          status: answer.Status as CardTrade['status'],
          amount: Number(answer.Amount),
          access_id: answer.AccessID!,
          access_pass: answer.AccessPass!,
          card_info: answer.CardNo!,
          expire: answer.Expire!,
          approve: answer.Approve!,
          tran_id: answer.TranID!,
        }
      } catch (error) {
        if (error instanceof GmoError && error.infos.includes(unknownOrder)) return null
        return inPortTerms(Promise.reject(error))
      }
    },

    async cancel({ job, ...access }) {
      await inPortTerms(call('AlterTran', { ...shop, ...key(access), JobCd: job }, ['TranDate']))
    },

    async capture({ amount, ...access }) {
      const fields = { ...shop, ...key(access), JobCd: 'SALES', Amount: String(amount) }
      await inPortTerms(call('AlterTran', fields, ['TranDate']))
    },

    ...vault(call, shop, site),
  }
}

const tradeFields = ['Status', 'AccessID', 'AccessPass', 'Amount', 'CardNo', 'Expire', 'TranID', 'Approve']

/** @throws CardUnavailable for an address that was cut off: the browser would be lost at the bank. */
function redirectUrlOf(answer: Record<string, string>): string {
  const url = URL.parse(answer.RedirectUrl ?? '')
  if (url?.searchParams.get('transId') && url.searchParams.get('t')) return url.href
  throw new CardUnavailable('ExecTran: incomplete RedirectUrl')
}
