import type { Permission } from '@kushi/contract/admin/permission'

export interface MenuEntry {
  path: string
  label: string
  group: string
  permission: Permission | null
  /** The query that the list opens with. */
  search?: string
  /** The key after `g` that opens the screen. */
  key?: string
}

/** The menu, in the order of a working day. Entries without the permission are not shown. */
export const menu: readonly MenuEntry[] = [
  { path: '/', label: '今日', group: '', permission: null, key: 'h' },
  { path: '/shipping', label: '今日の出荷', group: '受注', permission: 'shipment.read', key: 'd' },
  { path: '/orders', label: '注文', group: '受注', permission: 'order.read', key: 'o' },
  {
    path: '/subscriptions',
    label: '定期便',
    group: '受注',
    permission: 'subscription.read',
    key: 't',
    search: '?summary_status=1&summary_status=2&summary_status=3&summary_status=4',
  },
  { path: '/bulk-jobs', label: 'まとめて変更', group: '受注', permission: 'order.read' },
  { path: '/products', label: '商品', group: '商品', permission: 'catalogue.read', key: 'p' },
  { path: '/stock', label: '在庫', group: '商品', permission: 'catalogue.read', key: 's' },
  { path: '/promotions', label: '特典・クーポン', group: '商品', permission: 'catalogue.read' },
  { path: '/inquiries', label: 'お問い合わせ', group: 'お客様', permission: 'inquiry.read', key: 'i' },
  { path: '/bulk-jobs/message', label: '一斉送信', group: 'お客様', permission: 'message.write' },
  { path: '/messages', label: '連絡', group: 'お客様', permission: 'message.read', key: 'r' },
  { path: '/customers', label: '会員', group: 'お客様', permission: 'customer.read', key: 'm' },
  { path: '/watch', label: '注意リスト', group: 'ランク・個人情報ほか', permission: 'customer.read' },
  { path: '/introducers', label: 'お友だち紹介', group: 'ランク・個人情報ほか', permission: 'customer.read' },
  { path: '/ranks', label: '会員ランク', group: 'ランク・個人情報ほか', permission: 'customer.read' },
  {
    path: '/privacy',
    label: '個人情報の請求',
    group: 'ランク・個人情報ほか',
    permission: 'customer.read',
    search: '?state=received&state=working',
  },
  { path: '/incidents', label: '個人情報の事故', group: 'ランク・個人情報ほか', permission: 'customer.read' },
  { path: '/suppliers', label: '卸の申し込み', group: 'ランク・個人情報ほか', permission: 'inquiry.read' },
  { path: '/reports/sales', label: 'レポート', group: '数字と経理', permission: 'report.read', key: 'n' },
  { path: '/accounting', label: '経理', group: '数字と経理', permission: 'report.read', key: 'k' },
  { path: '/settlement', label: '入金', group: '数字と経理', permission: 'report.read' },
  { path: '/ad-codes', label: '広告コード', group: '設定', permission: 'report.read' },
  { path: '/content', label: '文章とページ', group: '設定', permission: 'content.read' },
  { path: '/schedule', label: '予定', group: '設定', permission: 'setting.read' },
  { path: '/message-texts', label: 'メールとLINEの文章', group: '設定', permission: 'content.read' },
  { path: '/setting', label: '店舗の設定', group: '設定', permission: 'setting.read' },
  { path: '/move-in', label: '移行', group: '設定', permission: 'account.manage' },
  { path: '/operators', label: '担当者', group: '設定', permission: 'operator.manage' },
  { path: '/audit', label: '操作履歴', group: '設定', permission: 'audit.read', key: 'a' },
]

/** Groups that no day needs: folded to their name, but where one is. Without them the menu fits a screen of 900 px. */
export const FOLDED_GROUPS: readonly string[] = ['ランク・個人情報ほか', '設定']

export const menuFor = (permissions: readonly Permission[]): MenuEntry[] =>
  menu.filter(({ permission }) => permission === null || permissions.includes(permission))
