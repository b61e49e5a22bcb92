terraform {
  required_version = ">= 1.5"
}

# Where it runs.
variable "region" {
  type    = string
  default = "eu-north-1"
}

resource "aws_instance" "web" {
  ami = data.aws_ami.latest.id
  tags = merge(local.tags, { Name = "web" })
}

module "network" {
  source = "./network"
}

locals {
  tags = { team = "search" }
}
