import type { CardPort } from '@kushi/shop/ports/card-port'
import { PaymentUnavailable } from '@kushi/shop/ports/payment-port'
import { callGmo, type GmoSettings, UnexplainedRefusal } from './call.ts'
import { gmoTransactions } from './transactions.ts'
import { gmoCardVault } from './vault.ts'

const absent = () => Promise.reject(new PaymentUnavailable('No account for cards is configured'))

/**
 * For a shop without card payment. Its calls throw, so that cards saved at an earlier account do not count as deleted.
 */
export const noCardPort: CardPort = {
  enterCheck: absent,
  executeCheck: absent,
  finishCheck: absent,
  cardOfTrade: absent,
  saveMember: absent,
  saveCardOfTrade: absent,
  listCards: absent,
  brandOf: absent,
  setDefaultCard: absent,
  deleteCard: absent,
}

/** Any refusal of a CHECK is final, because it moves no money. */
const refused = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw error instanceof UnexplainedRefusal ? error.asRefusal : error
  })

/** The card vault at GMO Payment Gateway, with the CHECK before a card is saved. */
export function gmoCardPort(settings: GmoSettings): CardPort {
  const gmo = gmoTransactions(settings)
  const shop = { ShopID: settings.shop_id, ShopPass: settings.shop_pass }
  const site = { SiteID: settings.site_id, SitePass: settings.site_pass }
  return {
    enterCheck: (check) => refused(gmo.enter({ ...check, amount: 0, job: 'CHECK' })),
    executeCheck: ({ token, ...check }) => refused(gmo.execute({ ...check, card: { token } })),
    finishCheck: async (access) => void (await refused(gmo.finish(access))),
    cardOfTrade: (provider_order_id) => gmo.search(provider_order_id),
    ...gmoCardVault((api, fields, expected) => callGmo(settings, api, fields, expected), shop, site),
  }
}
