import {
  type CardAccess,
  CardAlreadyEntered,
  type CardApproval,
  type CardPort,
  type CardTrade,
} from '@kushi/shop/payment/card-port'
import { callGmo, GmoError, type GmoSettings, inPortTerms } from './call.ts'
import { vault } from './vault.ts'

const alreadyEntered = 'E01040010'
const unknownOrder = 'E01110002'

/** Shop name on the 3-D Secure page: EUC-JP in base64, 25 bytes at most. ASCII is the same in EUC-JP. */
const tenantName = Buffer.from('KUSHI').toString('base64')

/** カード決済 by GMO Payment Gateway, protocol type, with EMV 3-D Secure 2. */
export function gmoCards(settings: GmoSettings): CardPort {
  const shop = { ShopID: settings.shop_id, ShopPass: settings.shop_pass }
  const site = { SiteID: settings.site_id, SitePass: settings.site_pass }
  const call = (api: string, fields: Record<string, string>, expected: readonly string[]) =>
    callGmo(settings, api, fields, expected)
  const key = (access: CardAccess) => ({ AccessID: access.access_id, AccessPass: access.access_pass })

  return {
    async enter({ provider_order_id, amount, job, is_authenticated = true }) {
      const secure = is_authenticated ? { TdFlag: '2', TdTenantName: tenantName, Tds2Type: '2' } : { TdFlag: '0' }
      const money = job === 'CHECK' ? {} : { Amount: String(amount) }
      try {
        const fields = { ...shop, OrderID: provider_order_id, JobCd: job, ...money, ...secure }
        const answer = await call('EntryTran', fields, ['AccessID', 'AccessPass'])
        return { access_id: answer['AccessID']!, access_pass: answer['AccessPass']! }
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
      if (answer['ACS'] === '2') return { kind: 'redirect', redirect_url: answer['RedirectUrl'] ?? '' }
      return { kind: 'approved', ...approval(answer) }
    },

    async finish(access) {
      return approval(await inPortTerms(call('SecureTran2', key(access), ['OrderID', 'Approve'])))
    },

    async search(provider_order_id) {
      try {
        const answer = await call('SearchTrade', { ...shop, OrderID: provider_order_id }, [
          'Status',
          'AccessID',
          'AccessPass',
        ])
        return {
          status: answer['Status'] as CardTrade['status'],
          amount: Number(answer['Amount'] ?? 0),
          access_id: answer['AccessID']!,
          access_pass: answer['AccessPass']!,
          ...approval(answer),
        }
      } catch (error) {
        if (error instanceof GmoError && error.infos.includes(unknownOrder)) return null
        return inPortTerms(Promise.reject(error))
      }
    },

    async cancel({ job, ...access }) {
      await inPortTerms(call('AlterTran', { ...shop, ...key(access), JobCd: job }, ['AccessID']))
    },

    async capture({ amount, ...access }) {
      await inPortTerms(
        call('AlterTran', { ...shop, ...key(access), JobCd: 'SALES', Amount: String(amount) }, ['AccessID']),
      )
    },

    ...vault(call, shop, site),
  }
}

const approval = (answer: Record<string, string>): CardApproval => ({
  approve: answer['Approve'] ?? '',
  tran_id: answer['TranID'] ?? '',
})
