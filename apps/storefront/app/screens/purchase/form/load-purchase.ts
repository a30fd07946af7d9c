import { redirect } from 'react-router'
import { abandonmentSetting } from '../../../abandonment-setting.ts'
import { api, quietApi } from '../../../api.ts'
import { requireFriend } from '../../../line/require-friend.ts'
import { masterData } from '../../../master-data.ts'
import { loginPath } from '../../../navigate.ts'
import { accessToken } from '../../../state/access-token.ts'
import { orderOnPage, type PagePurchase, pagePurchase } from '../../../state/page-purchase.ts'
import { kindOfPath, type PurchaseKind, purchasePath } from '../../../state/purchase-kind.ts'
import { registerStore } from '../../../state/register.ts'
import { sessionStore } from '../../../state/session.ts'
import { firstOffers } from './ask-offers.ts'

const orNull = <T>(answer: Promise<T>) => answer.catch(() => null)

/** Loads what the screen of a purchase needs. That of a 申し込みページ is on the page. */
export async function loadPurchase(url: URL) {
  const kind = kindOfPath(url.pathname)
  const page = pagePurchase(kind)
  if (page) throw redirect(orderOnPage(page))
  const isGuest = !sessionStore.getState().customer
  const isMember = url.searchParams.get('loggedIn') === 'true'
  if (!isGuest && !isMember) throw redirect(purchasePath(kind, '', true))
  if (isGuest && isMember) throw redirect(loginPath(purchasePath(kind)))
  await requireFriend(purchasePath(kind, '', isMember))
  return loadPurchaseData(kind, null)
}

/** What the form of a purchase needs. Optional lists may be missing. */
export async function loadPurchaseData(kind: PurchaseKind, page: PagePurchase | null) {
  const customer = sessionStore.getState().customer ?? null
  const token = accessToken()
  const [deliveries, addresses, cards, notes, sources, abandonment, offers] = await Promise.all([
    api('GET /v1/delivery', { query: { visible: true } }),
    customer ? api('GET /v1/common/address') : { items: [] },
    customer ? orNull(quietApi('GET /v1/common/mypage/card/list')) : { items: [] },
    orNull(masterData('delivery_note')),
    customer ? null : orNull(masterData('where_did_you_know')),
    customer ? null : orNull(abandonmentSetting()),
    firstOffers(kind, page),
  ])
  registerStore.setState({
    shippingMethods: deliveries.items,
    shipping_fee: deliveries.items[0]?.flat_rate_delivery_fee ?? null,
  })
  return {
    kind,
    /** The 申し込みページ on which it stands; null: the purchase is the cart's. */
    page,
    customer,
    email: customer?.email ?? registerStore.getState().customer?.email ?? '',
    deliveries: deliveries.items,
    addresses: addresses.items,
    cards: cards?.items ?? null,
    /** With which the lists were loaded. */
    token,
    /** The shop sends cart reminders to guests. */
    may_remind: Boolean(abandonment?.cart_abandoned_flag && abandonment.guest_target_flag),
    /** 注文のときのご案内, before an address is known. */
    offers,
    notes: notes ?? [],
    sources: (sources ?? []).map(({ id, label }) => ({ value: String(id ?? ''), label })),
  }
}
export type PurchaseData = Awaited<ReturnType<typeof loadPurchaseData>>
