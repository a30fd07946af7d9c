import { Check, checkMemberId, checkSite, findMember } from '../check.ts'
import { GmoError } from '../errors.ts'
import type { Call } from '../gmo.ts'
import { saveMember as store } from '../vault.ts'

function checkName(check: Check): string {
  const name = check.value('MemberName')
  check.refuse('E01430012', [...name].length > 255)
  return name
}

/** 会員登録 */
export const saveMember: Call = (gmo, fields) => {
  const check = new Check(fields)
  checkSite(gmo, check)
  const memberId = checkMemberId(check)
  const memberName = checkName(check)
  check.done()
  if (gmo.entities.members.get(memberId) !== undefined) throw new GmoError('E01390010')
  store(gmo, { memberId, memberName, cards: [], createdAt: gmo.now().toISOString() })
  return { MemberID: memberId }
}

/** 会員更新 */
export const updateMember: Call = (gmo, fields) => {
  const check = new Check(fields)
  checkSite(gmo, check)
  const memberId = checkMemberId(check)
  const memberName = checkName(check)
  check.done()
  store(gmo, { ...findMember(gmo, memberId), memberName })
  return { MemberID: memberId }
}

/** 会員削除: deletes the member and all cards permanently. */
export const deleteMember: Call = (gmo, fields) => {
  const check = new Check(fields)
  checkSite(gmo, check)
  const memberId = checkMemberId(check)
  check.done()
  findMember(gmo, memberId)
  gmo.entities.members.remove(memberId)
  return { MemberID: memberId }
}

/** 会員参照 */
export const searchMember: Call = (gmo, fields) => {
  const check = new Check(fields)
  checkSite(gmo, check)
  const memberId = checkMemberId(check)
  check.done()
  const member = findMember(gmo, memberId)
  return { MemberID: member.memberId, MemberName: member.memberName, DeleteFlag: '0' }
}
