import type { Permission } from '@kushi/contract/admin/permission'

export interface MenuGroup {
  /** Empty: its entries stand alone. */
  name: string
  /** No day needs it: folded to its name, but where one is. Without these the menu fits a screen of 900 px. */
  is_folded?: true
}

const GROUP = {
  today: { name: '' },
  orders: { name: '受注' },
  goods: { name: '商品' },
  customers: { name: 'お客様' },
  seldom: { name: 'ランク・個人情報ほか', is_folded: true },
  figures: { name: '数字と経理' },
  settings: { name: '設定', is_folded: true },
} as const satisfies Record<string, MenuGroup>

export interface MenuEntry {
  path: string
  label: string
  group: MenuGroup
  permission: Permission | null
  /** The query that the list opens with. */
  search?: string
  /** The key after `g` that opens the screen. */
  key?: string
}

/** The menu, in the order of a working day. Entries without the permission are not shown. */
export const menu: readonly MenuEntry[] = [
  { path: '/', label: '今日', group: GROUP.today, permission: null, key: 'h' },
  { path: '/shipping', label: '今日の出荷', group: GROUP.orders, permission: 'shipment.read', key: 'd' },
  { path: '/orders', label: '注文', group: GROUP.orders, permission: 'order.read', key: 'o' },
  {
    path: '/subscriptions',
    label: '定期便',
    group: GROUP.orders,
    permission: 'subscription.read',
    key: 't',
    search: '?summary_status=1&summary_status=2&summary_status=3&summary_status=4',
  },
  { path: '/bulk-jobs', label: 'まとめて変更', group: GROUP.orders, permission: 'order.read' },
  { path: '/products', label: '商品', group: GROUP.goods, permission: 'catalogue.read', key: 'p' },
  { path: '/stock', label: '在庫', group: GROUP.goods, permission: 'catalogue.read', key: 's' },
  { path: '/promotions', label: '特典・クーポン', group: GROUP.goods, permission: 'catalogue.read' },
  { path: '/inquiries', label: 'お問い合わせ', group: GROUP.customers, permission: 'inquiry.read', key: 'i' },
  { path: '/bulk-jobs/message', label: '一斉送信', group: GROUP.customers, permission: 'message.write' },
  { path: '/messages', label: '連絡', group: GROUP.customers, permission: 'message.read', key: 'r' },
  { path: '/customers', label: '会員', group: GROUP.customers, permission: 'customer.read', key: 'm' },
  { path: '/watch', label: '注意リスト', group: GROUP.seldom, permission: 'customer.read' },
  { path: '/introducers', label: 'お友だち紹介', group: GROUP.seldom, permission: 'customer.read' },
  { path: '/ranks', label: '会員ランク', group: GROUP.seldom, permission: 'customer.read' },
  {
    path: '/privacy',
    label: '個人情報の請求',
    group: GROUP.seldom,
    permission: 'customer.read',
    search: '?state=received&state=working',
  },
  { path: '/incidents', label: '個人情報の事故', group: GROUP.seldom, permission: 'customer.read' },
  { path: '/suppliers', label: '卸の申し込み', group: GROUP.seldom, permission: 'inquiry.read' },
  { path: '/reports/sales', label: 'レポート', group: GROUP.figures, permission: 'report.read', key: 'n' },
  { path: '/accounting', label: '経理', group: GROUP.figures, permission: 'report.read', key: 'k' },
  { path: '/settlement', label: '入金', group: GROUP.figures, permission: 'report.read' },
  { path: '/ad-codes', label: '広告コード', group: GROUP.settings, permission: 'report.read' },
  { path: '/content', label: '文章とページ', group: GROUP.settings, permission: 'content.read' },
  { path: '/schedule', label: '予定', group: GROUP.settings, permission: 'setting.read' },
  { path: '/message-texts', label: 'メールとLINEの文章', group: GROUP.settings, permission: 'content.read' },
  { path: '/setting', label: '店舗の設定', group: GROUP.settings, permission: 'setting.read' },
  { path: '/move-in', label: '移行', group: GROUP.settings, permission: 'account.manage' },
  { path: '/operators', label: '担当者', group: GROUP.settings, permission: 'operator.manage' },
  { path: '/audit', label: '操作履歴', group: GROUP.settings, permission: 'audit.read', key: 'a' },
]

export const menuFor = (permissions: readonly Permission[]): MenuEntry[] =>
  menu.filter(({ permission }) => permission === null || permissions.includes(permission))
