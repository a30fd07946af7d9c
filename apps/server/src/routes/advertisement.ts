import { trackAddFriend } from '@kushi/shop/advertisement/track-add-friend'
import { trackAdvertisement } from '@kushi/shop/advertisement/track-advertisement'
import type { Bindings } from '../http/implement.ts'

export const advertisement = {
  'POST /v1/line/advertisement/tracking': trackAdvertisement,
  'POST /v1/line/advertisement/tracking/add-friend': trackAddFriend,
} satisfies Partial<Bindings>
