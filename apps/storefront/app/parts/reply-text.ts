import { replyDaysText } from '@kushi/values/inquiry-status'
import { useShop } from '../shell/use-shell.ts'

/** お返事の目安: 「3〜5営業日以内に」; no days while the shop's are not known. */
export function useReplyText(): string {
  const shop = useShop()
  return shop ? `${replyDaysText(shop)}以内に` : ''
}
