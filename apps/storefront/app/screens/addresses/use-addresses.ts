import type { Address } from '@kushi/contract/address'
import { useState } from 'react'
import { api } from '../../api.ts'
import { toast } from '../../state/toast.ts'
import { afterDeletion, defaultFirst, withDefault } from './address-order.ts'

/** The list as it stands after what was done to it here. */
export function useAddresses(loaded: readonly Address[]) {
  const [addresses, setAddresses] = useState(() => defaultFirst(loaded))
  /** The one that a call is under way for. */
  const [busy, setBusy] = useState<number | null>(null)
  /** What a deletion meant, in the shop's words. */
  const [news, setNews] = useState<string | null>(null)

  /** False: refused, and said so. */
  async function call(id: number, work: () => Promise<void>): Promise<boolean> {
    if (busy !== null) return false
    setBusy(id)
    try {
      await work()
      return true
    } catch {
      return false
    } finally {
      setBusy(null)
    }
  }

  return {
    addresses,
    busy,
    news,
    makeDefault: ({ id }: Address) =>
      call(id, async () => {
        await api('PUT /v1/common/address/update/{id}', { params: { id }, body: { is_default: true } })
        // The order stays: what was pressed must not jump away.
        setAddresses((before) => withDefault(before, id))
        toast('いつものお届け先を変更しました')
      }),
    remove: ({ id }: Address) =>
      call(id, async () => {
        const { message, default_id } = await api('DELETE /v1/common/address/delete/{id}', { params: { id } })
        setAddresses((before) => afterDeletion(before, id, default_id))
        setNews(message)
      }),
  }
}
