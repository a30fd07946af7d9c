/** States of a member's account at a provider (連携). */
export const LINKED_ACCOUNT_STATE_NAME = {
  active: '連携中',
  /** Charged no more; the provider is told. */
  ending: '解除の手続き中',
  ended: '解除済み',
} as const

/** Wallets whose account a customer can link. */
export const LINKED_WALLET_NAME = { paypay: 'PayPay' } as const
export type LinkedWallet = keyof typeof LINKED_WALLET_NAME
