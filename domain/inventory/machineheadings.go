package inventory

import "strand/domain/csvimport"

// machineHeadings are the columns that an import of machines reads, with the labels of the client in all languages
// (TestMachineHeadings compares them with the texts of the client).
var machineHeadings = csvimport.NewWords(map[string][]string{
	"serialNumber": {
		"Sorozatszám", "Serial number", "Seriennummer", "Numéro de série", "Número de serie", "Número de série",
		"Sériové číslo", "Gyári szám", "Număr de serie", "シリアル番号", "序列号",
	},
	"name": {
		"Machine", "Maschine", "Name", "Nom", "Nombre", "Nome", "Název", "Név", "Nume", "Názov", "名称",
	},
	"location": {
		"Site", "Location", "Standort", "Ubicación", "Localização", "Provozovna", "Telephely", "Locație", "Prevádzka",
		"拠点", "地点",
	},
})
