import { type MessageRow, messageList } from '@kushi/contract/admin/message'
import { ApiError } from '@kushi/contract/client'
import { MESSAGE_CHANNEL_NAME } from '@kushi/values/message'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useRevalidator, useSearchParams } from 'react-router'
import { api } from '../../api.ts'
import { ListPage } from '../../list/list-page.tsx'
import { listQuery } from '../../list/load-list.ts'
import { useMay } from '../../me.ts'
import { toast } from '../../shell/toast.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, Refusal } from '../../ui/dialog.tsx'
import { MessageState } from '../../ui/messages.tsx'
import { formatNumber, Time } from '../../ui/time.tsx'

export const loader = async ({ request }: LoaderFunctionArgs) => {
  const [page, failed] = await Promise.all([
    api('GET /admin/v1/messages', { query: listQuery(messageList, request) }),
    api('GET /admin/v1/messages', { query: { state: ['failed'], per_page: '1' } }),
  ])
  return { page, failed: failed.total }
}

/** 連絡: every mail and LINE message, failed ones first. */
export function Component() {
  const { page, failed } = useLoaderData<typeof loader>()
  const [params] = useSearchParams()
  const isAlone = params.getAll('state').join() === 'failed'
  return (
    <ListPage<MessageRow>
      title="連絡"
      list={messageList}
      page={page}
      open={({ id }) => `/messages/${id}`}
      actions={<RetryAll failed={failed} />}
      empty="まだ何も送っていません。ご注文や発送のお知らせを送ると、ここに並びます。"
      createLink={{ to: '/message-texts', label: '文章を整える' }}
      columns={[
        { head: '状態', cell: ({ state }) => <MessageState state={state} /> },
        {
          head: '件名',
          cell: ({ subject, customer_name, created_at }) => (
            <>
              <span className="line-clamp-2">{subject || '—'}</span>
              <span className="block text-muted text-xs md:hidden">
                {customer_name && `${customer_name} 様 `}
                <Time value={created_at} />
              </span>
            </>
          ),
        },
        {
          head: '宛先',
          isWide: true,
          cell: ({ recipient, customer_name, kind }) => (
            <span className="block min-w-[160px]">
              {customer_name && <span className="block">{customer_name} 様</span>}
              <span className="text-muted text-xs">
                {kind === 'mail' ? recipient || '宛先は残していません' : MESSAGE_CHANNEL_NAME.line}
              </span>
            </span>
          ),
        },
        {
          head: '送れない理由',
          isWide: isAlone ? true : 'full',
          cell: ({ error, state, attempts }) =>
            state === 'sent' ? null : (
              <span className="line-clamp-2 max-w-[260px] text-xs">
                {error}
                {attempts > 0 && `(${attempts}回)`}
              </span>
            ),
        },
        { head: '作った日時', sort: 'created_at', isWide: true, cell: ({ created_at }) => <Time value={created_at} /> },
      ]}
    />
  )
}

/** Sends all failed messages again, for example after the mail server was down. */
function RetryAll({ failed }: { failed: number }) {
  const mayWrite = useMay('message.write')
  const { revalidate } = useRevalidator()
  const [isOpen, setOpen] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  if (!mayWrite || failed === 0) return null
  const retry = async () => {
    try {
      const { messages } = await api('POST /admin/v1/messages/retry-failed')
      setOpen(false)
      toast(`${formatNumber(messages)}件をもう一度送ります`)
      await revalidate()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setRefusal(error.message)
    }
  }
  return (
    <>
      <Button look="primary" onClick={() => setOpen(true)}>
        送れなかった{formatNumber(failed)}件をもう一度送る
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="もう一度送る">
        <Refusal>{refusal}</Refusal>
        <p className="mb-4">
          7回試して送れなかった{formatNumber(failed)}
          件を、同じ宛先へもう一度送ります。内容が残っていないものと、退会された方へのものは送りません。
        </p>
        <Button look="primary" onClick={() => void retry()}>
          {formatNumber(failed)}件を送る
        </Button>
      </Dialog>
    </>
  )
}
