/** 退会の受け付け: by phone, as in the specification, or also in the member pages. */
export const WITHDRAWAL_BY = ['phone', 'mypage'] as const
export type WithdrawalBy = (typeof WITHDRAWAL_BY)[number]
