/** 役割: named sets of permissions. An operator has one role in each shop. */
export const ROLE_NAME = {
  manager: '店長',
  orders: '受注',
  shipping: '出荷',
  support: 'お客様対応',
  accounting: '経理',
  viewer: '閲覧',
} as const
export type Role = keyof typeof ROLE_NAME
export const ROLES = Object.keys(ROLE_NAME) as Role[]
