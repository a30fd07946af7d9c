import { Steps } from '../../ui/steps.tsx'

const steps = ['お客様情報', 'お届け・お支払い', '確認', '完了'] as const

/** The progress of the purchase. */
export const PurchaseSteps = ({ current }: { current: 0 | 1 | 2 | 3 }) => <Steps steps={steps} current={current} />
