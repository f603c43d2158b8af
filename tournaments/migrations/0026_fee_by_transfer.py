"""The fee of whoever registers can be paid by transfer; at first no event says to whom."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0025_registration")]

    operations = [
        migrations.AddField(
            model_name="registrationterms",
            name="pay_holder",
            field=models.CharField(blank=True, max_length=70),
        ),
        migrations.AddField(
            model_name="registrationterms",
            name="pay_iban",
            field=models.CharField(blank=True, max_length=34),
        ),
        migrations.AddField(
            model_name="registrationterms",
            name="pay_link",
            field=models.CharField(blank=True, max_length=300),
        ),
        migrations.AddConstraint(
            model_name="registrationterms",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("pay_holder", ""), ("pay_iban", "")),
                    models.Q(("pay_holder", ""), ("pay_iban", ""), _connector="OR", _negated=True),
                    _connector="OR",
                ),
                name="registration_account_has_holder",
                violation_error_message="An account is somebody's.",
            ),
        ),
    ]
