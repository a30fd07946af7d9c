import type { Role } from '@kushi/values/role'

/** The permissions that an API key can have, too. */
export const PERMISSION_NAME = {
  'catalogue.read': '商品を見る',
  'catalogue.write': '商品を変える',
  'stock.write': '在庫を変える',
  'content.read': '文章とページを見る',
  'content.write': '文章とページを変える',
  'setting.read': '設定を見る',
  'setting.write': '設定を変える',
  'order.read': '注文を見る',
  'order.write': '注文を変える',
  'shipment.read': '出荷を見る',
  'shipment.write': '出荷を進める',
  'payment.write': '返金し、入金を記録する',
  'subscription.read': '定期便を見る',
  'subscription.write': '定期便を変える',
  'customer.read': '会員を見る',
  'customer.write': '会員を変える',
  'inquiry.read': 'お問い合わせを見る',
  'inquiry.write': 'お問い合わせに答える',
  'message.read': '連絡を見る',
  'message.write': '連絡を送る',
  'report.read': '数字を見る',
  'accounting.write': '入金を消し込み、月を締め、仕訳を出力する',
  'export.personal': '個人情報の書き出し',
} as const
export type KeyPermission = keyof typeof PERMISSION_NAME
export const KEY_PERMISSIONS = Object.keys(PERMISSION_NAME) as [KeyPermission, ...KeyPermission[]]

/** Never for an API key: 代理ログイン needs a person, the others could grant more rights or read the audit log. */
const NO_KEY = ['customer.act', 'audit.read', 'operator.manage', 'account.manage'] as const

/**
 * 権限: what an operator may do. Each admin call declares one; the menu shows the
 * screens that the operator's permissions allow.
 */
export const PERMISSIONS = [...KEY_PERMISSIONS, ...NO_KEY]
export type Permission = (typeof PERMISSIONS)[number]

const reads = PERMISSIONS.filter((one) => one.endsWith('.read') && one !== 'audit.read')

export const ROLE_PERMISSIONS: Record<Role, readonly Permission[]> = {
  manager: PERMISSIONS,
  orders: [
    ...reads,
    'stock.write',
    'order.write',
    'shipment.write',
    'payment.write',
    'subscription.write',
    'customer.write',
    'inquiry.write',
    'message.write',
    'export.personal',
  ],
  shipping: ['catalogue.read', 'stock.write', 'order.read', 'shipment.read', 'shipment.write', 'inquiry.read'],
  support: [
    'catalogue.read',
    'content.read',
    'order.read',
    'order.write',
    'shipment.read',
    'subscription.read',
    'subscription.write',
    'customer.read',
    'customer.write',
    'customer.act',
    'inquiry.read',
    'inquiry.write',
    'message.read',
    'message.write',
  ],
  accounting: [
    'catalogue.read',
    'order.read',
    'shipment.read',
    'payment.write',
    'subscription.read',
    'customer.read',
    'report.read',
    'accounting.write',
    'export.personal',
    'audit.read',
  ],
  viewer: reads,
}

/** Whether names, addresses, mail and phone numbers are shown in full; otherwise they are masked. */
export const seesPersonalData = (permissions: readonly Permission[]): boolean =>
  permissions.some((one) => ['order.write', 'shipment.write', 'customer.write', 'export.personal'].includes(one))
