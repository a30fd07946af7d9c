import { inquiryReplyText } from '@kushi/values/inquiry-status'
import { useShop } from '../shell/use-shell.ts'

/** お返事の目安: 「3〜5営業日」; the usual days until the shop is known. */
export const useReplyText = (): string => inquiryReplyText(useShop() ?? { reply_days_min: 3, reply_days_max: 5 })
