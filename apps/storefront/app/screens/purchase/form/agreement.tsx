import type { PurchaseFields } from '../../../form/purchase.ts'
import { useFields } from '../../../form/use-fields.ts'
import { CheckboxField } from '../../../ui/checkbox-field.tsx'

const link = 'text-link'

/** 利用規約とプライバシーポリシー. They open in another tab, so that no input is lost. */
export function Agreement() {
  const { field } = useFields<PurchaseFields>()
  return (
    <div className="border-t border-line pt-6">
      <CheckboxField
        {...field('agreed')}
        label={
          <>
            <a href="/sh/contents/terms-of-use.html" target="_blank" rel="noopener" className={link}>
              利用規約
            </a>
            と
            <a href="/sh/contents/privacy.html" target="_blank" rel="noopener" className={link}>
              プライバシーポリシー
            </a>
            に同意する
          </>
        }
      />
      <p className="text-muted text-sm">18歳未満の方は、保護者の同意を得てからご注文ください。</p>
    </div>
  )
}
