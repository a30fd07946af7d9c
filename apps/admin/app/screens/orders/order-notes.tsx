import type { OrderDetail } from '@kushi/contract/admin/order'
import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { useMay } from '../../me.ts'
import { Notes } from '../../ui/notes.tsx'

export function OrderNotes({ order: { id, notes } }: { order: OrderDetail }) {
  const { revalidate } = useRevalidator()
  const add = async (body: { body: string }) => {
    await api('POST /admin/v1/orders/{id}/notes', { params: { id }, body })
    await revalidate()
  }
  return <Notes notes={notes} mayWrite={useMay('order.write')} add={add} empty="メモはありません。" look="plain" />
}
