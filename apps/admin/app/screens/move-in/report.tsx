import type { MoveIn } from '@kushi/contract/admin/move-in'
import { MOVED_NON_MEMBER_KIND_NAME } from '@kushi/values/move-in'
import { download } from '../../download.ts'
import { Button } from '../../ui/button.tsx'
import { Refusal } from '../../ui/dialog.tsx'
import { Section } from '../../ui/page.tsx'
import { formatNumber } from '../../ui/time.tsx'
import { useAction } from '../../ui/use-action.ts'

type Report = NonNullable<MoveIn['report']>

/** The result of a rehearsal or a run: each file with its numbers, and the problems. */
export function MoveReport({ move: { state }, report }: { move: MoveIn; report: Report }) {
  const { act, isBusy, refusal } = useAction()
  const isDone = state === 'done'
  return (
    <Section
      title={isDone ? '取り込みの結果' : '2. 予行の結果'}
      actions={
        report.problem_count > 0 && (
          <Button isBusy={isBusy} onClick={() => void act(() => download('POST /admin/v1/move-in/problems', {}))}>
            問題をCSVで出力する
          </Button>
        )
      }
    >
      <Refusal>{refusal}</Refusal>
      <ul className="mb-4 divide-y divide-line">
        {report.files.map((file) => (
          <li key={file.file} className="py-2">
            <p>
              <span className="break-all font-mono">{file.file}</span>{' '}
              <span className="text-muted text-xs">{file.dialect}の列</span>
            </p>
            <dl className="numeric mt-1 grid max-w-xl grid-cols-2 gap-x-4 gap-y-1 sm:grid-cols-5">
              <CountFact label={isDone ? '取り込んだ' : '取り込む'} n={file.taken} />
              <CountFact label="取り込み済み" n={file.already} />
              <CountFact label={isDone ? '改めた' : '改める'} n={file.changed} />
              <CountFact label="対象外" n={file.left_out} />
              <CountFact label="問題あり" n={file.refused} />
            </dl>
            {file.guests + file.departed > 0 && (
              <p className="numeric mt-1 text-xs">
                会員のいない注文: {MOVED_NON_MEMBER_KIND_NAME.guest} {formatNumber(file.guests)}件、
                {MOVED_NON_MEMBER_KIND_NAME.departed} {formatNumber(file.departed)}件(
                {isDone ? '取り込んだ' : '取り込む'}件数のうち)
              </p>
            )}
            {file.unused.length > 0 && <p className="mt-1 text-muted text-xs">使わない列: {file.unused.join('、')}</p>}
          </li>
        ))}
      </ul>
      {report.problems.length > 0 && (
        <>
          <h3 className="mb-1 font-medium text-xs">
            見つかった問題 {formatNumber(report.problem_count)}件
            {report.problem_count > report.problems.length && `(はじめの${report.problems.length}件)`}
          </h3>
          <ul className="divide-y divide-line">
            {report.problems.map(({ file, row, head, message, is_taken }) => (
              <li key={`${file} ${row} ${head} ${message}`} className="py-1">
                <span className="text-muted text-xs">
                  {file} {row}行目{head && ` 「${head}」`}
                </span>
                <span className="block">
                  {message}
                  {is_taken && '(取り込みます)'}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  )
}

export const CountFact = ({ label, n, unit = '件' }: { label: string; n: number; unit?: string }) => (
  <div>
    <dt className="text-muted text-xs">{label}</dt>
    <dd>
      {formatNumber(n)}
      {unit}
    </dd>
  </div>
)
