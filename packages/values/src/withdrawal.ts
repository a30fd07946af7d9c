/** 退会の受け付け: by phone, as the specification has it, or in the member's own pages too. */
export const WITHDRAWAL_BY = ['phone', 'mypage'] as const
export type WithdrawalBy = (typeof WITHDRAWAL_BY)[number]
