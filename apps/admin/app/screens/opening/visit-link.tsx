import { api } from '../../api.ts'
import { useMay } from '../../me.ts'
import { toast } from '../../shell/toast.tsx'
import { Button } from '../../ui/button.tsx'
import { Refusal } from '../../ui/dialog.tsx'
import { Section } from '../../ui/page.tsx'
import { useAction } from '../../ui/use-action.ts'

/** The link that shows the shop while it is closed. A new link invalidates the former one. */
export function VisitLink({ visit_url }: { visit_url: string }) {
  const mayWrite = useMay('setting.write')
  const { act, isBusy, refusal } = useAction()
  const renew = () =>
    act(async () => {
      await api('POST /admin/v1/opening/visit-link')
      toast('リンクを作り直しました。前のリンクはもう使えません')
    })
  return (
    <Section
      title="公開する前に見る"
      lead="このリンクを知っている人だけが、閉じているショップを見て、買い物を試せます。ほかの方に渡さないでください。"
      actions={
        mayWrite && (
          <Button isBusy={isBusy} onClick={() => void renew()}>
            リンクを作り直す
          </Button>
        )
      }
    >
      <Refusal>{refusal}</Refusal>
      <a href={visit_url} target="_blank" rel="noopener" className="text-link break-all">
        お客様に見える形で開く
      </a>
    </Section>
  )
}
