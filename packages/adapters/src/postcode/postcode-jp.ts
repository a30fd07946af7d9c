import type { PostcodePort } from '@kushi/shop/ports/postcode-port'
import { prefectures } from '@kushi/values/prefecture'

interface Row {
  pref: string
  city: string
  town: string
}

/** 郵便番号 by postcode-jp, API v6: an array of towns, empty for a code that does not exist. */
export function postcodeJp({ base_url, api_key }: { base_url: string; api_key: string }): PostcodePort {
  return {
    async towns(postal_code) {
      const url = `${base_url}/api/v6/postcodes/${postal_code}?apikey=${encodeURIComponent(api_key)}`
      const res = await fetch(url, { signal: AbortSignal.timeout(5_000) })
      if (!res.ok) throw new Error(`postcode service: HTTP ${res.status}`)
      const rows = (await res.json()) as Row[]
      return rows.flatMap(({ pref, city, town }) => {
        const pref_id = prefectures.findIndex((one) => one === pref) + 1
        return pref_id ? [{ pref_id, pref, city, town }] : []
      })
    },
  }
}
