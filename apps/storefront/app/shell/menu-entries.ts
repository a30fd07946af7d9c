import type { Category, Worry } from '@kushi/contract/product'
import type { MenuFlags, Shop } from '@kushi/contract/setting'

export interface MenuEntry {
  to: string
  label: string
  /** A subscription's payment failed: shown in red beside the entry. */
  hasPaymentError?: boolean
}

interface Visitor {
  isMember: boolean
  has_error_payment: boolean
  /** A contract that is not over is always reached. */
  has_subscription: boolean
}

/** The entries of my page for this member, in the shop's order. */
export function memberEntries(
  menu: MenuFlags | null,
  shop: Pick<Shop, 'corporate_flag' | 'point_flag' | 'referral_promotion_id'> | null,
  visitor: Visitor,
): MenuEntry[] {
  if (!visitor.isMember || !menu) return []
  const purchases = menu.menu_purchase_on && [{ to: '/mypage/purchases', label: '購入履歴' }]
  const subscriptions = (menu.menu_subscription_on || visitor.has_subscription) && [
    { to: '/mypage/subscriptions', label: '定期便一覧', hasPaymentError: visitor.has_error_payment },
  ]
  // Companies mostly reorder, so the purchases come before the subscriptions.
  const bought = shop?.corporate_flag ? [purchases, subscriptions] : [subscriptions, purchases]
  return [
    menu.menu_mypage_top_on && [{ to: '/mypage', label: 'マイページ' }],
    ...bought,
    menu.menu_customer_on && [{ to: '/mypage/customer', label: '会員情報' }],
    menu.menu_shipping_on && [{ to: '/mypage/addresses', label: 'お届け先' }],
    menu.menu_payment_on && [{ to: '/mypage/payments', label: 'お支払い方法' }],
  ].flatMap((entries) => entries || [])
}

/** The same on the screens of my page, which also list the member's inquiries; the menu has お問い合わせ instead. */
export const myPageEntries = (...whose: Parameters<typeof memberEntries>): MenuEntry[] => [
  ...memberEntries(...whose),
  ...(whose[1]?.point_flag ? [{ to: '/mypage/points', label: 'ポイント' }] : []),
  ...(whose[1]?.point_flag && whose[1].referral_promotion_id !== null
    ? [{ to: '/mypage/referral', label: 'お友だち紹介' }]
    : []),
  { to: '/mypage/inquiries', label: 'お問い合わせの履歴' },
]

/**
 * Entries for shopping: all products, by category, by subscription. The header for
 * companies has no cart, so the link is here.
 */
export const shoppingEntries = (
  shop: Pick<Shop, 'corporate_flag'> | null,
  categories: readonly Pick<Category, 'slug' | 'category_name'>[] = [],
): MenuEntry[] => [
  { to: '/products', label: 'すべての商品' },
  ...categories.map(({ slug, category_name }) => ({ to: `/products?category=${slug}`, label: category_name })),
  ...(shop?.corporate_flag ? [] : [{ to: '/products?sale_type=2', label: '定期便で買えるもの' }]),
  ...(shop?.corporate_flag
    ? [
        { to: '/mypage/order-table', label: 'まとめて注文' },
        { to: '/cart', label: 'カート' },
      ]
    : []),
]

/** Entries by 悩み, for customers who do not know the product's name. */
export const worryEntries = (worries: readonly Pick<Worry, 'slug' | 'worry_name'>[] = []): MenuEntry[] =>
  worries.map(({ slug, worry_name }) => ({ to: `/products?worry=${slug}`, label: worry_name }))

export const loginEntry: MenuEntry = { to: '/login', label: 'ログイン' }

/** Entries for all visitors. */
export const openEntries: MenuEntry[] = [
  { to: '/journal', label: '読みもの' },
  { to: '/contact', label: 'お問い合わせ' },
  { to: '/contents/faq.html', label: 'よくあるご質問' },
  { to: '/contents/defrayal.html', label: '特定商取引法に基づく表記' },
  { to: '/contents/privacy.html', label: 'プライバシーポリシー' },
  { to: '/contents/company.html', label: '会社概要' },
]
