import type { MoveIn } from '@kushi/contract/admin/move-in'
import { ApiError } from '@kushi/contract/client'
import {
  FORMER_SYSTEM_NAME,
  isMoveInRunning,
  MOVE_IN_COLUMNS,
  MOVE_IN_KIND_NAME,
  MOVE_IN_KINDS,
  type RUNNING_MOVE_IN_STATES,
} from '@kushi/values/move-in'
import { JOB_CONTINUES_TEXT } from '@kushi/values/work-claim'
import { useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { toast } from '../../shell/toast.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, Refusal } from '../../ui/dialog.tsx'
import { formFor } from '../../ui/form-for.ts'
import { Page, Section } from '../../ui/page.tsx'
import { formatNumber, Time } from '../../ui/time.tsx'
import { useAction, usePolling } from '../../ui/use-action.ts'
import { BackupField, type BackupFormValues } from './backup-field.tsx'
import { MoveReport } from './report.tsx'
import { TakeBack } from './take-back.tsx'

const { Form } = formFor<BackupFormValues>()

export const loader = () => api('GET /admin/v1/move-in')

const LOOK_EVERY_MS = 2_000

const WORK_TEXTS: Record<(typeof RUNNING_MOVE_IN_STATES)[number], string> = {
  checking: '予行しています',
  running: '取り込んでいます',
  checking_back: '取り消しを予行しています',
  taking_back: '取り消しています',
}

/** 移行 from another system: files, rehearsal, run, and taking it back. */
export function Component() {
  const move = useLoaderData<typeof loader>()
  const workText = isMoveInRunning(move.state) ? WORK_TEXTS[move.state] : null
  const isAtWork = workText !== null
  usePolling(isAtWork, LOOK_EVERY_MS)
  return (
    <Page
      title="ほかのシステムからの移行"
      lead="商品・会員・お届け先・定期便・注文を、CSVから取り込みます。カードはGMOに預けたまま、会員の番号だけが移ります。お客様への連絡も請求もありません。"
    >
      <Files move={move} isAtWork={isAtWork} />
      {move.error && (
        <p role="alert" className="mb-4 text-danger">
          {move.error}
        </p>
      )}
      {workText && <Progress title={workText} move={move} />}
      {!isAtWork && move.report && <MoveReport move={move} report={move.report} />}
      {!isAtWork && move.report && move.state !== 'done' && <MoveProgress move={move} report={move.report} />}
      {!isAtWork && <TakeBack move={move} />}
    </Page>
  )
}

/** The columns of our own files. An unchanged export of EC-CUBE or ecforce has its own. */
function ColumnsOfFiles() {
  return (
    <details className="mb-3">
      <summary className="cursor-pointer text-xs">標準のファイルの列を見る</summary>
      <dl className="mt-2 grid gap-3 text-xs">
        {MOVE_IN_KINDS.map((kind) => (
          <div key={kind}>
            <dt className="font-medium">
              {MOVE_IN_KIND_NAME[kind]}({kind}.csv)
            </dt>
            <dd>必須: {[MOVE_IN_COLUMNS[kind].number, ...MOVE_IN_COLUMNS[kind].needed].join('、')}</dd>
            <dd className="text-muted">任意: {MOVE_IN_COLUMNS[kind].optional.join('、')}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

function Files({
  move: { files, has_magic, state, former_systems, ...move },
  isAtWork,
}: {
  move: MoveIn
  isAtWork: boolean
}) {
  const { act, isBusy, refusal } = useAction()
  const [options, setOptions] = useState({ with_guests: move.with_guests, with_departed: move.with_departed })
  const [source, setSource] = useState(move.former_system || (former_systems.length === 0 ? FORMER_SYSTEM_NAME : ''))
  const uploadFiles = (given: FileList | null) =>
    act(async () => {
      for (const file of given ?? []) {
        if (file.size > MAX_BYTES)
          throw new ApiError(413, { message: `「${file.name}」は20MBを超えています。分けてください。` })
        await api('POST /admin/v1/move-in/files', { query: { name: file.name }, body: file })
      }
    })
  return (
    <Section
      title="1. ファイル"
      lead="products.csv、members.csv、addresses.csv、subscriptions.csv、orders.csv。ないものがあっても、orders-1.csv のように分けても構いません。標準の列のほか、EC-CUBEとecforceの出力を見分けます。EC-CUBEのファイル(product_….csv、customer_….csv、order_….csv)は、名前もそのままで構いません。パスワードも移すEC-CUBEは、その .env を eccube.env という名前で加えてください。"
      actions={
        files.length > 0 &&
        !isAtWork && (
          <Button onClick={() => void act(() => api('DELETE /admin/v1/move-in/files'))}>ファイルをすべて消す</Button>
        )
      }
    >
      <ColumnsOfFiles />
      <ul className="mb-3 divide-y divide-line">
        {files.map(({ name, bytes, uploaded_at }) => (
          <li key={name} className="flex flex-wrap gap-x-4 py-1">
            <span className="mr-auto break-all font-mono">{name}</span>
            <span className="numeric text-muted text-xs">
              {formatNumber(Math.ceil(bytes / 1024))}KB・
              <Time value={uploaded_at} />
            </span>
          </li>
        ))}
        {has_magic && <li className="py-1">eccube.env(暗号化して保管しています)</li>}
      </ul>
      {!isAtWork && (
        // biome-ignore lint/a11y/noStaticElementInteractions: dropping is optional, there is also a button
        <div
          className="mb-3 flex flex-wrap items-center gap-3 rounded-base border border-edge border-dashed p-3"
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault()
            void uploadFiles(event.dataTransfer.files)
          }}
        >
          <label className="tap inline-flex min-h-control items-center rounded-base border border-edge bg-surface px-3 focus-within:outline-2 focus-within:outline-ink hover:border-ink">
            ファイルを選ぶ
            <input
              type="file"
              multiple
              accept=".csv,.env"
              className="sr-only"
              disabled={isBusy}
              onChange={({ currentTarget }) => {
                const { files: given } = currentTarget
                void uploadFiles(given).then(() => {
                  currentTarget.value = ''
                })
              }}
            />
          </label>
          <span className="text-muted text-xs">
            {isBusy ? '送っています…' : 'またはここに置きます(1つ20MBまで、12個まで)。'}
          </span>
        </div>
      )}
      <Refusal>{refusal}</Refusal>
      {files.length > 0 && !isAtWork && state !== 'done' && (
        <label className="mt-3 block">
          <span className="font-medium text-xs">移行元</span>
          <input
            className="control max-w-xs"
            list="move-systems"
            maxLength={40}
            value={source}
            onChange={({ currentTarget }) => setSource(currentTarget.value)}
          />
          <datalist id="move-systems">
            {former_systems.map((one) => (
              <option key={one} value={one} />
            ))}
          </datalist>
          <span className="block text-muted text-xs">
            会員番号などを付けたシステムです。同じシステムのファイルを加えるときは同じ名前に、別のシステムなら別の名前にしてください。
          </span>
        </label>
      )}
      {files.some(({ name }) => /^(?:dtb_)?orders?[-_.]/i.test(name)) && !isAtWork && state !== 'done' && (
        <fieldset className="mt-3">
          <legend className="font-medium text-xs">会員のいない注文</legend>
          {OPTIONS.map(({ name, label, hint }) => (
            <label key={name} className="mt-1 flex items-start gap-2">
              <input
                type="checkbox"
                className="mt-1"
                checked={options[name]}
                onChange={({ currentTarget }) => setOptions({ ...options, [name]: currentTarget.checked })}
              />
              <span>
                {label}
                <span className="block text-muted text-xs">{hint}</span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {files.length > 0 && !isAtWork && state !== 'done' && (
        <Button
          className="mt-3"
          disabled={source.trim() === ''}
          look={state === 'files' ? 'primary' : 'plain'}
          isBusy={isBusy}
          onClick={() =>
            void act(() => api('POST /admin/v1/move-in/check', { query: { former_system: source, ...options } }))
          }
        >
          予行する
        </Button>
      )}
      <p className="mt-2 text-muted text-xs">
        予行では何も書き込みません。ファイルは取り込みが終わると、また7日たつと消えます。
      </p>
    </Section>
  )
}

const OPTIONS = [
  {
    name: 'with_guests',
    label: 'ゲストの注文も取り込む',
    hint: '会員番号のない注文です。同じメールアドレスの注文は、1人のものとします。',
  },
  {
    name: 'with_departed',
    label: '退会した会員の注文も取り込む',
    hint: '会員番号が、会員のファイルにも当店にもない注文です。番号の間違いも入るので、予行で番号を確かめてください。',
  },
] as const

const MAX_BYTES = 20 * 1024 * 1024

function Progress({ title, move: { progress } }: { title: string; move: MoveIn }) {
  return (
    <Section title={title}>
      <p role="status">
        {progress
          ? `${progress.file} ${formatNumber(progress.done)} / ${formatNumber(progress.of)}件`
          : '1分以内に始まります。'}
        {JOB_CONTINUES_TEXT}
      </p>
      {progress && <progress className="mt-2 w-full" value={progress.done} max={progress.of} aria-label="進み具合" />}
    </Section>
  )
}

function MoveProgress({ move, report }: { move: MoveIn; report: NonNullable<MoveIn['report']> }) {
  const [isAsking, setAsking] = useState(false)
  const { revalidate } = useRevalidator()
  const sum = (name: 'taken' | 'changed' | 'refused') => report.files.reduce((all, file) => all + file[name], 0)
  const [takenCount, refusedCount] = [sum('taken') + sum('changed'), sum('refused')]
  if (takenCount === 0 && move.state !== 'failed') return null
  return (
    <Section title="3. 取り込む" lead="途中で止まっても、もう一度始めれば続きから進みます。二重には入りません。">
      <Button look="primary" onClick={() => setAsking(true)}>
        {formatNumber(takenCount)}件を取り込む
      </Button>
      <Dialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={`${formatNumber(takenCount)}件を取り込みますか?`}
      >
        <Form
          values={{ without_backup: '' }}
          submit="取り込む"
          save={async (given) => {
            await api('POST /admin/v1/move-in/run', { body: { ...given, refused: refusedCount } })
            setAsking(false)
            toast('取り込みを始めました')
            await revalidate()
          }}
        >
          <BackupField move={move} />
          <p className="mb-2">
            {refusedCount > 0
              ? `問題のある${formatNumber(refusedCount)}件は取り込みません。`
              : '問題のある行はありません。'}
            取り込んだあと何もなかった会員の分は、この画面で取り消せます。ほかを戻せるのは、バックアップからだけです。
          </p>
          <p className="mb-4">
            前に取り込んだ会員・お届け先・注文は変わりません。定期便は、前のシステムで終わっていれば終え、当店で変更や手配がなければファイルの内容に改めます。お客様への連絡はありません。定期便は、次のお届けから、変更の締切(店舗の設定)の翌日に当店で手配と決済をします。前のシステムの自動の受注を、先に止めてください。
          </p>
        </Form>
      </Dialog>
    </Section>
  )
}
