import { parsePostcode } from '@kushi/values/address'
import { useWatch } from 'react-hook-form'
import { quietApi } from '../../api.ts'
import type { AddressDraft } from '../../state/purchase-draft.ts'
import { useAnswer } from '../../state/use-answer.ts'
import { Notice } from '../../ui/notice.tsx'
import { useFields } from '../use-fields.ts'

/**
 * 離島: states before saving that parcels take longer. Shows nothing if the call fails. The live region of the postcode
 * around it speaks it.
 */
export function RemoteIslandNotice({ at = '' }: { at?: string }) {
  const postcode = parsePostcode(useWatch({ name: useFields<AddressDraft>(at).pathOf('postal_code') }))
  const postal_code = postcode ? postcode.postal_code01 + postcode.postal_code02 : null
  const { data } = useAnswer(
    postal_code,
    async (signal) => {
      const query = { postal_code: postal_code ?? '' }
      return { postal_code, ...(await quietApi('GET /v1/delivery/check-remote-island', { query }, { signal })) }
    },
    { delay: 300 },
  )
  if (!data?.is_remote_island || data.postal_code !== postal_code) return null
  return (
    <Notice tone="warning" title="離島へのお届けです">
      船便の都合により、通常より日数がかかります。同梱できない商品は、別の便でお届けすることがあります。
    </Notice>
  )
}
