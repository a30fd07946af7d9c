import type { MessageJob } from '@kushi/contract/admin/bulk'
import { useSearchParams } from 'react-router'
import { useMay } from '../../me.ts'
import { ButtonLink } from '../../ui/button.tsx'

interface MessageLinkProps {
  list: MessageJob['to']['list']
  /** The chosen rows; null: every row that matches the filters. */
  ids: number[] | null
}

/** Link from a list to 一斉送信, for the members in the list. */
export function MessageLink({ list, ids }: MessageLinkProps) {
  const [params] = useSearchParams()
  const mayWrite = useMay('message.write')
  if (!mayWrite) return null
  const to = new URLSearchParams(params)
  to.set('to', list)
  for (const id of ids ?? []) to.append('ids', String(id))
  return <ButtonLink to={`/bulk-jobs/message?${to}`}>メールを送る</ButtonLink>
}
