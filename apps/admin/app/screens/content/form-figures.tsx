import { FORM_PART_NAME } from '@kushi/values/form-part'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { api } from '../../api.ts'
import { Empty, Page, Section } from '../../ui/page.tsx'
import { formatNumber } from '../../ui/time.tsx'

export const loader = async ({ params: { id } }: LoaderFunctionArgs) => ({
  id: id!,
  figures: await api('GET /admin/v1/landing-pages/{id}/form-figures', { params: { id: id! } }),
})

const shareText = (part: number, whole: number) => (whole === 0 ? '' : ` (${Math.round((part / whole) * 100)}%)`)

/** フォームの集計: how far visitors of a 申し込みページ come in its form. */
export function Component() {
  const { id, figures } = useLoaderData<typeof loader>()
  const { title, days, shown, begun, confirmed, orders, form_parts } = figures
  const steps = [
    ['フォームを表示', shown, '回'],
    ['入力をはじめた', begun, '回'],
    ['確認画面へ進んだ', confirmed, '回'],
    ['ご注文', orders, '件'],
  ] as const
  return (
    <Page
      title="フォームの集計"
      parent={{ to: `/content/landing-pages/${id}`, name: title }}
      lead={`この${days}日間のご訪問です。入力の内容と、どなたかは残りません。`}
    >
      {shown === 0 && <Empty>まだご訪問がありません。</Empty>}
      {shown > 0 && (
        <>
          <Section title="どこまで進んだか">
            <dl className="grid gap-2 md:max-w-96">
              {steps.map(([name, count, unit]) => (
                <div key={name} className="flex items-baseline justify-between gap-4 border-line border-b pb-1">
                  <dt>{name}</dt>
                  <dd className="numeric">
                    {formatNumber(count)}
                    {unit}
                    {shareText(count, shown)}
                  </dd>
                </div>
              ))}
            </dl>
          </Section>
          <Section title="項目ごと" lead="「離れた」は、確認画面へ進まずに離れたご訪問が、最後に触れていた項目です。">
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by the keyboard */}
            <section className="overflow-x-auto" tabIndex={0} aria-label="項目ごとの表">
              <table className="w-full text-left">
                <thead className="border-line border-b text-muted text-xs">
                  <tr>
                    <th className="py-1 font-normal">項目</th>
                    <Head>触れた</Head>
                    <Head isWide>入力した</Head>
                    <Head>エラー</Head>
                    <Head>離れた</Head>
                    <Head>平均</Head>
                  </tr>
                </thead>
                <tbody className="numeric">
                  {form_parts.map((row) => (
                    <tr key={row.form_part} className="border-line border-b">
                      <th className="whitespace-nowrap py-1 font-normal max-md:text-xs">
                        {FORM_PART_NAME[row.form_part]}
                      </th>
                      <CountCell of={row.reached} />
                      <CountCell of={row.entered} isWide />
                      <CountCell of={row.refused} among={row.reached} />
                      <CountCell of={row.left_here} among={row.reached} />
                      <td className={cell(false)}>{Math.round(row.seconds)}秒</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
          </Section>
        </>
      )}
    </Page>
  )
}

const cell = (isWide: boolean) => `whitespace-nowrap py-1 pl-3 text-right ${isWide ? 'max-md:hidden' : ''}`

/** `isWide`: not on a phone. */
const Head = ({ isWide = false, children }: { isWide?: boolean; children: string }) => (
  <th className={`font-normal ${cell(isWide)}`}>{children}</th>
)

const CountCell = ({ of: value, among: total, isWide = false }: { of: number; among?: number; isWide?: boolean }) => (
  <td className={cell(isWide)}>
    {formatNumber(value)}
    {total !== undefined && value > 0 && (
      <span className="text-muted text-xs max-md:hidden">{shareText(value, total)}</span>
    )}
  </td>
)
