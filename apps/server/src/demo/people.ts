/**
 * The customers of the demo's orders. Towns match their postcodes; house numbers begin with 0, so none of them can
 * exist.
 */
const person = (
  [name01, name02, kana01, kana02]: [string, string, string, string],
  [postal_code01, postal_code02, pref_id, addr01, addr02, addr03]: [string, string, number, string, string, string],
  phone_number: string,
) => ({
  name01,
  name02,
  kana01,
  kana02,
  postal_code01,
  postal_code02,
  pref_id,
  addr01,
  addr02,
  addr03,
  phone_number,
})
export type DemoPerson = ReturnType<typeof person>

export const demoPeople = {
  aoi: person(['小林', '葵', 'こばやし', 'あおい'], ['060', '0042', 1, '札幌市中央区大通西', '0-1', ''], '09000000101'),
  yuki: person(
    ['渡辺', '由紀', 'わたなべ', 'ゆき'],
    ['980', '0811', 4, '仙台市青葉区一番町', '0-2', 'ハイツけやき 201'],
    '09000000102',
  ),
  sakura: person(
    ['松本', '桜', 'まつもと', 'さくら'],
    ['330', '0854', 11, 'さいたま市大宮区桜木町', '0-3', ''],
    '09000000103',
  ),
  // The address is longer than a label's line: the desk stops it with a proposal.
  tomoko: person(
    ['中村', '智子', 'なかむら', 'ともこ'],
    ['231', '0023', 14, '横浜市中区山下町', '0-4', '山下公園グランドレジデンスシーサイドタワー西館 1203号室'],
    '09000000104',
  ),
  nao: person(['斎藤', '直', 'さいとう', 'なお'], ['390', '0811', 20, '松本市中央', '0-5', ''], '09000000105'),
  rin: person(
    ['加藤', '凛', 'かとう', 'りん'],
    ['920', '0961', 17, '金沢市香林坊', '0-6', '香林坊ビル 3階'],
    '09000000106',
  ),
  mayumi: person(['吉田', '真弓', 'よしだ', 'まゆみ'], ['500', '8833', 21, '岐阜市神田町', '0-7', ''], '09000000107'),
  shiori: person(
    ['山田', '栞', 'やまだ', 'しおり'],
    ['530', '0001', 27, '大阪市北区梅田', '0-8', 'コーポ梅 405'],
    '09000000108',
  ),
  kaede: person(
    ['佐々木', '楓', 'ささき', 'かえで'],
    ['650', '0021', 28, '神戸市中央区三宮町', '0-9', ''],
    '09000000109',
  ),
  haruka: person(
    ['山本', '遥', 'やまもと', 'はるか'],
    ['700', '0901', 33, '岡山市北区本町', '0-10', ''],
    '09000000110',
  ),
  // NP returns 保留 for this phone number.
  ryo: person(['石井', '涼', 'いしい', 'りょう'], ['730', '0035', 34, '広島市中区本通', '0-11', ''], '09000000010'),
  midori: person(['木村', '緑', 'きむら', 'みどり'], ['790', '0004', 38, '松山市大街道', '0-12', ''], '09000000112'),
  chika: person(
    ['林', '千佳', 'はやし', 'ちか'],
    ['860', '0807', 43, '熊本市中央区下通', '0-13', 'サンハイム 102'],
    '09000000113',
  ),
  miho: person(['清水', '美穂', 'しみず', 'みほ'], ['102', '0083', 13, '千代田区麹町', '0-14', ''], '09000000114'),
} as const satisfies Record<string, DemoPerson>
export type DemoPersonKey = keyof typeof demoPeople
