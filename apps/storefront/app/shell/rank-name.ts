import type { Customer } from '@kushi/contract/customer'
import type { Shop } from '@kushi/contract/setting'

/** 会員ランク, where the shop shows ranks and this member has one to show. */
export const rankName = (
  shop: Pick<Shop, 'customer_rank_use_flag'> | null,
  customer: Pick<Customer, 'rank_use_flag' | 'rank_name'> | null | undefined,
) => (shop?.customer_rank_use_flag && customer?.rank_use_flag ? customer.rank_name : null)
